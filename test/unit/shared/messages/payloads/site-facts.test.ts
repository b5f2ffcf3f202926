import { expect } from 'chai'
import { auditSiteFacts, pageSiteFacts, siteFactLimits } from '#shared/messages/payloads/site-facts.ts'
import { auditFacts, failedRule, pageFacts } from '#test/unit/stages/batch/adapters/sqlite/site/page-facts.ts'

const isPage = (more: Parameters<typeof pageFacts>[1]) =>
  pageSiteFacts.safeParse(pageFacts('https://site.test/', more)).success
const linksTo = (count: number, path = '') =>
  Array.from({ length: count }, () => ({ url: `https://site.test/${path}`, text: '', isNofollow: false }))

describe('facts for the report on a site', () => {
  it('have links, texts and numbers up to their limits', () => {
    const { links, titleChars, urlChars } = siteFactLimits
    const room = urlChars - 'https://site.test/'.length
    expect([isPage({ links: linksTo(links) }), isPage({ links: linksTo(links + 1) })]).to.deep.equal([
      true,
      false,
    ])
    expect(['', 'x'].map((more) => isPage({ links: linksTo(1, 'x'.repeat(room) + more) }))).to.deep.equal([
      true,
      false,
    ])
    expect(['', 'x'].map((more) => isPage({ title: 'x'.repeat(titleChars) + more }))).to.deep.equal([
      true,
      false,
    ])
    expect([99, 100, 599, 600].map((status) => isPage({ status }))).to.deep.equal([false, true, true, false])
  })

  it('name each rule of an audit once', () => {
    const isAudit = (ids: readonly string[]) =>
      auditSiteFacts.safeParse(
        auditFacts(
          5,
          ids.map((id) => failedRule(id)),
        ),
      ).success
    expect([['a', 'b'], ['a', 'b', 'a'], []].map(isAudit)).to.deep.equal([true, false, true])
  })
})
