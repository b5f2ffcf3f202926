import { expect } from 'chai'
import {
  activeResources,
  evaluateInsecure,
  passiveResources,
} from '#stages/score/audit/derived/resources/subresources.ts'
import { type AuditPage, auditFacts } from '#test/support/audit/audit-page.ts'

const documentOf = (html: string) => auditFacts({ html }).document

describe('subresources', () => {
  it('are active or passive, each element counted once', () => {
    const document = documentOf(
      '<script src="http://a.example/1"></script><script>2</script><link rel="icon" href="http://a.example/3"><img src="http://a.example/4" srcset="http://a.example/5 2x"><video src="/6" poster="http://a.example/7"></video>',
    )
    const active = activeResources(document)
    expect([active.insecure.map(({ url }) => url), active.total]).to.deep.equal([['http://a.example/1'], 1])
    const passive = passiveResources(document)
    expect([passive.insecure.map(({ url }) => url), passive.total]).to.deep.equal([
      ['http://a.example/4', 'http://a.example/7'],
      2,
    ])
  })

  it('are no http because http: stands within another address', () => {
    const document = documentOf(
      '<img src="https://a.example/?url=http://b.example/"><img src="data:image/svg+xml,http://www.w3.org/2000/svg">',
    )
    expect(passiveResources(document).insecure).to.deep.equal([])
  })

  it('are no fault where a policy upgrades them, and none of a page by http', () => {
    const image = '<img src="http://a.example/1">'
    const policy = '<meta http-equiv="Content-Security-Policy" content="Upgrade-Insecure-Requests">'
    const kindOf = (page: AuditPage) => {
      const facts = auditFacts(page)
      return evaluateInsecure(facts, passiveResources(facts.document)).kind
    }
    expect(kindOf({ html: image })).to.equal('fail')
    expect(kindOf({ html: policy + image })).to.equal('pass')
    expect(kindOf({ html: image, url: 'http://www.example.com/' })).to.equal('not_applicable')
    expect(kindOf({ html: '<p>no image' })).to.equal('not_applicable')
  })
})
