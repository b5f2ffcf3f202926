import { expect } from 'chai'
import { duplicateH1 } from '#stages/batch/site/rules/content/duplicate-h1.ts'
import { found, urlsAt } from '#test/support/site/site-rules.ts'

describe('rule site-duplicate-h1', () => {
  it('finds pages that share one, each group once', () => {
    const pages = {
      '/': {},
      '/c': { h1: 'Welcome' },
      '/a': { h1: 'Welcome' },
      '/b': { h1: 'Goodbye' },
      '/d': { h1: 'Goodbye' },
      '/e': { h1: 'Welcome!' },
    }
    expect(found(duplicateH1, { pages })).to.have.deep.members([
      { value: 'Welcome', urls: urlsAt('/a', '/c') },
      { value: 'Goodbye', urls: urlsAt('/b', '/d') },
    ])
  })

  it('leaves out pages that cannot be indexed, and those without one', () => {
    const pages = {
      '/': { h1: 'Welcome' },
      '/noindex': { h1: 'Welcome', isNoindex: true },
      '/other': { h1: 'Welcome', canonical: '/' },
      '/blocked': { h1: 'Welcome', isAllowed: false },
      '/gone': { h1: 'Welcome', status: 404 },
      '/challenge': { h1: 'Welcome', isChallenge: true },
      '/none': {},
      '/none-either': {},
    }
    expect(found(duplicateH1, { pages })).to.deep.equal([])
  })

  it('leaves out language versions of each other, unless a third page has it too', () => {
    const alternates = { en: '/en', de: '/de' }
    const versions = { '/en': { h1: 'Welcome', alternates }, '/de': { h1: 'Welcome', alternates } }
    expect(found(duplicateH1, { pages: versions })).to.deep.equal([])
    const pages = { ...versions, '/third': { h1: 'Welcome' } }
    expect(found(duplicateH1, { pages })).to.deep.equal([
      { value: 'Welcome', urls: urlsAt('/de', '/en', '/third') },
    ])
  })
})
