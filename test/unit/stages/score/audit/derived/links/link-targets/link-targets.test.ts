import { expect } from 'chai'
import { isPrivateTarget, linkTargets } from '#stages/score/audit/derived/links/link-targets.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

describe('targets of links', () => {
  it('each page once, by its first link, without fragment; not the page itself', () => {
    const { document } = auditFacts({
      html: '<a href="/a#1">1</a><a href="/a#2">2</a><a href="/page">self</a><a href="https://example.org/#x">3</a>',
    })
    const { internal, external } = linkTargets(document)
    expect(internal.map(({ url }) => url)).to.deep.equal(['https://www.example.com/a'])
    expect(external.map(({ url }) => url)).to.deep.equal(['https://example.org/'])
  })

  for (const host of [
    'localhost',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.1.1',
    '[fe80::1]',
    'printer.local',
    'nas',
  ])
    it(`${host} is private`, () => expect(isPrivateTarget(`http://${host}/`)).to.equal(true))

  for (const host of ['example.org', '8.8.8.8', '[2001:4860:4860::8888]'])
    it(`${host} is public`, () => expect(isPrivateTarget(`http://${host}/`)).to.equal(false))
})
