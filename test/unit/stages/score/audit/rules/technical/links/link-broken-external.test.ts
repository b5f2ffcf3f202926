import { linkBrokenExternal } from '#stages/score/audit/rules/technical/links/link-broken-external.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const html = '<a href="https://other.test/x">c</a><a href="/a">a</a>'
const answers = (status: number) => ({ html, probes: { 'https://other.test/x': status } })

ruleTester(linkBrokenExternal, {
  passes: [
    {
      name: 'it answers',
      page: { html: '<a href="https://example.org/">c</a>', probes: { 'https://example.org/': 200 } },
    },
  ],
  fails: [
    {
      name: 'not found',
      page: { html: '<a href="https://example.org/">c</a>', probes: { 'https://example.org/': 404 } },
      message: 'broken',
      evidence: 'html > body > a',
      affected: 1,
      total: 1,
    },
  ],
  notApplicable: [
    { name: 'what only a private network has is reported by link-localhost', page: answers(404) },
    { name: 'own pages only', page: '<a href="/a">a</a>' },
  ],
  notDecidable: [401, 403, 405, 429, 999].map((status) => ({
    name: `a server that answers ${status} turns robots away`,
    page: { html: '<a href="https://example.org/">c</a>', probes: { 'https://example.org/': status } },
  })),
})
