import { expect } from 'chai'
import { duplicateTitle } from '#stages/batch/site/rules/content/duplicate-title.ts'
import { found, urlsAt } from '#test/support/site/site-rules.ts'

describe('rule site-duplicate-title', () => {
  it('finds pages that share one, each group once', () => {
    const pages = {
      '/': {},
      '/c': { title: 'Shoes' },
      '/a': { title: 'Shoes' },
      '/b': { title: 'Boots' },
      '/d': { title: 'Boots' },
      '/e': { title: 'Shoes!' },
    }
    expect(found(duplicateTitle, { pages })).to.have.deep.members([
      { value: 'Shoes', urls: urlsAt('/a', '/c') },
      { value: 'Boots', urls: urlsAt('/b', '/d') },
    ])
  })

  it('leaves out pages that cannot be indexed, and those without one', () => {
    const pages = {
      '/': { title: 'Shoes' },
      '/noindex': { title: 'Shoes', isNoindex: true },
      '/other': { title: 'Shoes', canonical: '/' },
      '/blocked': { title: 'Shoes', isAllowed: false },
      '/gone': { title: 'Shoes', status: 404 },
      '/challenge': { title: 'Shoes', isChallenge: true },
      '/none': {},
      '/none-either': {},
    }
    expect(found(duplicateTitle, { pages })).to.deep.equal([])
  })

  it('leaves out language versions of each other, unless a third page has it too', () => {
    const alternates = { en: '/en', de: '/de' }
    const versions = { '/en': { title: 'Shoes', alternates }, '/de': { title: 'Shoes', alternates } }
    expect(found(duplicateTitle, { pages: versions })).to.deep.equal([])
    const pages = { ...versions, '/third': { title: 'Shoes' } }
    expect(found(duplicateTitle, { pages })).to.deep.equal([
      { value: 'Shoes', urls: urlsAt('/de', '/en', '/third') },
    ])
  })
})
