import { linkBrokenInternal } from '#stages/score/audit/rules/technical/links/link-broken-internal.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const a = 'https://www.example.com/a'
const b = 'https://www.example.com/b'
const html =
  '<a href="/a">a</a><a href="/b#part">b</a><a href="/page">self</a><a href="https://other.test/">c</a>'

ruleTester(linkBrokenInternal, {
  passes: [
    { name: 'both answer', page: { html, probes: { [a]: 200, [b]: 204 } } },
    {
      name: 'a redirect is reported by link-redirects-internal',
      page: { html, probes: { [a]: 200, [b]: 301 } },
    },
  ],
  fails: [
    {
      name: 'one is gone, and of the other nobody knows',
      page: { html, probes: { [b]: 410 } },
      message: 'broken',
      affected: 1,
      total: 2,
      says: '1 of 2 internal links is broken: /b (410)',
      evidence: 'html > body > a:nth-of-type(2)',
    },
    {
      name: 'many links lead to the same page',
      page: { html: html + html, probes: { [a]: 404, [b]: 500 } },
      message: 'broken',
      evidence: 'html > body > a:nth-of-type(1)',
      affected: 2,
      total: 2,
    },
  ],
  notApplicable: [
    { name: 'links to others only', page: '<a href="https://other.test/">c</a>' },
    { name: 'the page itself', page: '<a href="/page#x">c</a>' },
  ],
  notDecidable: [
    { name: 'one was not probed', page: { html, probes: { [a]: 200 } }, reason: 'not_probed' },
    {
      name: 'robots are blocked',
      page: { html, probes: { [a]: 200, [b]: 403 } },
      reason: 'probe_turned_away',
    },
    {
      name: 'no answer in time',
      page: { html, probes: { [a]: 200, [b]: { status: null, error: 'timeout' } } },
      reason: 'no_answer',
    },
  ],
})
