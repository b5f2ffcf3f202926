import { expect } from 'chai'
import { policiesOf } from '#stages/score/audit/derived/resources/content-policies.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

describe('content security policies', () => {
  it('come from headers, parted by commas, and from metas of the head', () => {
    const html = `<meta http-equiv="content-security-policy" content="img-src 'self'"><p><meta http-equiv="content-security-policy" content="font-src 'self'">`
    const headers = { 'content-security-policy': "script-src 'self', object-src 'none'" }
    const policies = policiesOf(auditFacts({ html, headers })).map(({ from, directives }) => [
      from,
      [...directives.keys()],
    ])
    expect(policies).to.deep.equal([
      ['header', ['script-src']],
      ['header', ['object-src']],
      ['meta', ['img-src']],
    ])
  })

  it('take the first of directives with the same name (CSP Level 3, 2.2.1)', () => {
    const headers = {
      'content-security-policy': "Script-Src 'none'; script-src *;; upgrade-insecure-requests",
    }
    const [policy] = policiesOf(auditFacts({ headers }))
    expect([...(policy?.directives ?? [])]).to.deep.equal([
      ['script-src', "'none'"],
      ['upgrade-insecure-requests', ''],
    ])
  })
})
