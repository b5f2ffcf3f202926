import { expect } from 'chai'
import { asksNoindex, canonicalTarget } from '#stages/score/audit/derived/canonical/canonical-target.ts'
import { type AuditPage, auditFacts } from '#test/support/audit/audit-page.ts'

const url = 'https://www.example.com/other'
const html = `<link rel="canonical" href="${url}#part">`
const statusOf = (page: AuditPage) => canonicalTarget(auditFacts({ html, ...page }))?.status
const now = Date.parse('2026-03-01')

describe('the target of a canonical', () => {
  it('has the status of its first answer', () => {
    const redirects = [{ url, status: 301, location: 'https://www.example.com/new' }]
    expect(statusOf({ targets: [{ url, redirects }] })).to.equal(301)
    expect(statusOf({ targets: [{ url, status: 404 }] })).to.equal(404)
    expect(statusOf({ probes: { [url]: 503 } })).to.equal(503)
    expect(statusOf({})).to.equal(null)
  })

  it('is nothing to ask for where the page names itself or nobody clearly', () => {
    const target = (text: string) => canonicalTarget(auditFacts({ html: text }))
    expect(target('<link rel="canonical" href="/page">')).to.equal(null)
    expect(target('<link rel="canonical" href="/a"><link rel="canonical" href="/b">')).to.equal(null)
    expect(target('<title>A</title>')).to.equal(null)
  })

  it('asks for noindex by what holds for everyone and for Googlebot', () => {
    const asks = (robotsMetas: { name: string; content: string }[], robotsHeaders: string[] = []) =>
      asksNoindex({ robotsMetas, robotsHeaders } as never, now)
    expect(asks([{ name: 'googlebot', content: 'noindex' }])).to.equal(true)
    expect(asks([{ name: 'bingbot', content: 'noindex' }])).to.equal(false)
    expect(asks([], ['index', 'none'])).to.equal(true)
    expect(asks([], ['bingbot: noindex'])).to.equal(false)
    expect(asks([], ['unavailable_after: 2020-01-01'])).to.equal(true)
  })
})
