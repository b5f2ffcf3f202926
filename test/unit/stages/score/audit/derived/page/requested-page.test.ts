import { expect } from 'chai'
import { requestedPage } from '#stages/score/audit/derived/page/requested-page.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

describe('requestedPage', () => {
  for (const [requested, expected] of [
    ['http://shop.example/page?q=1#access_token=2', 'http://shop.example/page?q=1'],
    ['http://shop.example/secret/%2E%2e/page', 'http://shop.example/page'],
    ['HTTP://Shop.Example:80', 'http://shop.example/'],
  ] as const) {
    it(`is ${expected} for ${requested} (URL Standard, section 4)`, () => {
      expect(requestedPage(auditFacts({ requested, url: 'https://other.example/' })).href).to.equal(expected)
    })
  }
})
