import { expect } from 'chai'
import { deadEnd } from '#stages/batch/site/rules/links/dead-end.ts'
import { found, pagesAt } from '#test/support/site/site-rules.ts'

describe('rule site-dead-end', () => {
  it('finds pages without a link to another one', () => {
    const pages = {
      '/': { links: ['/none', '/self', '/unfollowed'] },
      '/none': {},
      '/self': { links: ['/self'] },
      '/unfollowed': { links: [{ to: '/', nofollow: true }] },
    }
    expect(found(deadEnd, { pages })).to.deep.equal(pagesAt('/none', '/self', '/unfollowed'))
  })

  it('leaves out pages that link to another site, and those that cannot be indexed', () => {
    const pages = { '/': { links: ['https://other.test/'] }, '/a': { isNoindex: true } }
    expect(found(deadEnd, { pages })).to.deep.equal([])
  })

  it('leaves out links that only redirect back, and counts links to pages that are not indexed', () => {
    const pages = {
      '/': { links: ['/back', '/on'] },
      '/back': { links: ['/old'] },
      '/old': { finalUrl: '/back', redirects: [['/old', 301]] as const },
      '/on': { links: ['/hidden'] },
      '/hidden': { isNoindex: true },
    }
    expect(found(deadEnd, { pages })).to.deep.equal(pagesAt('/back'))
  })
})
