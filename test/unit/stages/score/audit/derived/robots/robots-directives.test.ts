import { expect } from 'chai'
import {
  directivesFor,
  directivesOf,
  hasNoindex,
} from '#stages/score/audit/derived/robots/robots-directives.ts'
import { type AuditPage, auditFacts } from '#test/support/audit/audit-page.ts'

const all = (page: AuditPage) => directivesOf(auditFacts(page)).map(({ bot, name }) => [bot, name])
const kept = (page: AuditPage) => hasNoindex(auditFacts(page))

describe('robots directives', () => {
  it('come from metas and from headers, each for its crawler', () => {
    const page = {
      html: '<meta name="ROBOTS" content="NoIndex, follow"><meta name="GoogleBot" content="nosnippet"><meta name="author" content="none"><p><meta name="robots" content="none">',
      headers: { 'x-robots-tag': ['otherbot: noindex, nofollow', 'noarchive'] },
    }
    expect(all(page)).to.deep.equal([
      [null, 'noindex'],
      [null, 'follow'],
      [null, 'none'],
      ['googlebot', 'nosnippet'],
      ['otherbot', 'noindex'],
      ['otherbot', 'nofollow'],
      [null, 'noarchive'],
    ])
  })

  it('for a crawler are its own and everyone’s', () => {
    const page = {
      html: '<meta name="robots" content="a"><meta name="googlebot" content="b"><meta name="bingbot" content="c">',
    }
    expect(directivesFor(auditFacts(page), 'googlebot').map(({ name }) => name)).to.have.members(['a', 'b'])
  })

  it('stand in metas with a name, not in pragmas (Google, robots meta tag)', () => {
    expect(all({ html: '<meta http-equiv="robots" content="noindex">' })).to.deep.equal([])
  })

  it('keep a page out from the date of unavailable_after on (Google, robots meta tag)', () => {
    const until = (date: string) =>
      `<meta name="googlebot" content="max-snippet:5, unavailable_after: ${date}">`
    expect(kept({ html: until('Sun, 01 Mar 2026 13:00:00 CET') })).to.equal(true)
    expect(kept({ html: until('Sun, 01 Mar 2026 13:00:01 CET') })).to.equal(false)
    expect(kept({ html: until('1.3.2025') })).to.equal(false)
  })

  it('keep a page out by noindex and none, in words of their own', () => {
    expect(kept({ html: '<meta name="robots" content="none">' })).to.equal(true)
    expect(kept({ headers: { 'x-robots-tag': 'max-snippet:5, noindex' } })).to.equal(true)
    expect(kept({ html: '<meta name="robots" content="no-index, noindexing">' })).to.equal(false)
    expect(kept({ html: '<meta name="bingbot" content="noindex">' })).to.equal(false)
  })
})
