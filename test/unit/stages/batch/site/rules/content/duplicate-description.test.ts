import { expect } from 'chai'
import { duplicateDescription } from '#stages/batch/site/rules/content/duplicate-description.ts'
import { found, urlsAt } from '#test/support/site/site-rules.ts'

describe('rule site-duplicate-description', () => {
  it('finds pages that share one, each group once', () => {
    const pages = {
      '/': {},
      '/c': { description: 'Buy it here' },
      '/a': { description: 'Buy it here' },
      '/b': { description: 'Buy it there' },
      '/d': { description: 'Buy it there' },
      '/e': { description: 'Buy it here!' },
    }
    expect(found(duplicateDescription, { pages })).to.have.deep.members([
      { value: 'Buy it here', urls: urlsAt('/a', '/c') },
      { value: 'Buy it there', urls: urlsAt('/b', '/d') },
    ])
  })

  it('leaves out pages that cannot be indexed, and those without one', () => {
    const pages = {
      '/': { description: 'Buy it here' },
      '/noindex': { description: 'Buy it here', isNoindex: true },
      '/other': { description: 'Buy it here', canonical: '/' },
      '/blocked': { description: 'Buy it here', isAllowed: false },
      '/gone': { description: 'Buy it here', status: 404 },
      '/challenge': { description: 'Buy it here', isChallenge: true },
      '/none': {},
      '/none-either': {},
    }
    expect(found(duplicateDescription, { pages })).to.deep.equal([])
  })

  it('leaves out language versions of each other, unless a third page has it too', () => {
    const alternates = { en: '/en', de: '/de' }
    const versions = {
      '/en': { description: 'Buy it here', alternates },
      '/de': { description: 'Buy it here', alternates },
    }
    expect(found(duplicateDescription, { pages: versions })).to.deep.equal([])
    const pages = { ...versions, '/third': { description: 'Buy it here' } }
    expect(found(duplicateDescription, { pages })).to.deep.equal([
      { value: 'Buy it here', urls: urlsAt('/de', '/en', '/third') },
    ])
  })
})
