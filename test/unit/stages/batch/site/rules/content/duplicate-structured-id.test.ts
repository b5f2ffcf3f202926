import { expect } from 'chai'
import { duplicateStructuredId } from '#stages/batch/site/rules/content/duplicate-structured-id.ts'
import { found, urlsAt } from '#test/support/site/site-rules.ts'

describe('rule site-duplicate-structured-id', () => {
  it('finds an id that names different things on different pages', () => {
    const pages = {
      '/a': { nodes: { 'https://site.test/#it': 'Product: Lamp' } },
      '/b': { nodes: { 'https://site.test/#it': 'Product: Chair' } },
    }
    const item = { value: 'https://site.test/#it', urls: urlsAt('/a', '/b') }
    expect(found(duplicateStructuredId, { pages })).to.deep.equal([item])
  })

  it('leaves out one thing on several pages, different ids, and pages that cannot be indexed', () => {
    const pages = {
      '/a': { nodes: { 'https://site.test/#org': 'Organization: We', 'https://site.test/#a': 'Product: A' } },
      '/b': { nodes: { 'https://site.test/#org': 'Organization: We', 'https://site.test/#b': 'Product: B' } },
      '/c': { nodes: { 'https://site.test/#a': 'Product: C' }, isNoindex: true },
    }
    expect(found(duplicateStructuredId, { pages })).to.deep.equal([])
  })

  it('names all pages of an id that two of them describe as different things', () => {
    const id = 'https://site.test/#it'
    const pages = {
      '/a': { nodes: { [id]: 'Product: Lamp' } },
      '/b': { nodes: { [id]: 'Product: Lamp' } },
      '/c': { nodes: { [id]: 'Product: Chair' } },
    }
    expect(found(duplicateStructuredId, { pages })).to.deep.equal([
      { value: id, urls: urlsAt('/a', '/b', '/c') },
    ])
  })
})
