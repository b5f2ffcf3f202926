import { expect } from 'chai'
import { robotsBlockedLinked } from '#stages/batch/site/rules/links/robots-blocked-linked.ts'
import { found, sourceAt, urlOf } from '#test/support/site/site-rules.ts'

describe('rule site-robots-blocked-linked', () => {
  it('finds links to pages that robots.txt forbids, whether they were requested or not', () => {
    const pages = {
      '/': { links: ['/read', '/forbidden', '/probed'] },
      '/read': { isAllowed: false },
    }
    const failures = { '/forbidden': { code: 'ROBOTS_TXT_BLOCKED' } }
    const probes = { '/probed': { error: 'ROBOTS_TXT_BLOCKED' } }
    expect(found(robotsBlockedLinked, { pages, failures, probes })).to.deep.equal(
      ['/forbidden', '/probed', '/read'].map((path) => ({ url: urlOf(path), sources: [sourceAt('/')] })),
    )
  })

  it('leaves out other sites, links that are not followed, and other failures', () => {
    const pages = { '/': { links: [{ to: '/a', nofollow: true }, 'https://other.test/', '/b'] } }
    const failures = { '/a': { code: 'ROBOTS_TXT_BLOCKED' }, '/b': { code: 'TIMEOUT' } }
    const probes = { 'https://other.test/': { error: 'ROBOTS_TXT_BLOCKED' } }
    expect(found(robotsBlockedLinked, { pages, failures, probes })).to.deep.equal([])
  })
})
