import { linkBrokenInternal } from '#stages/score/audit/rules/technical/links/link-broken-internal.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const a = 'https://www.example.com/a'
const b = 'https://www.example.com/b'
const html =
  '<a href="/a">a</a><a href="/b#part">b</a><a href="/page">self</a><a href="https://other.test/">c</a>'

const basket = 'https://www.example.com/basket?add=6'
const robotsTxt = 'User-agent: *\nDisallow: /basket'
const excluded = '<a rel="nofollow" href="/basket?add=6">Add</a>'

ruleTester(linkBrokenInternal, {
  passes: [
    {
      name: 'what robots.txt disallows and nofollow excludes',
      page: { html: html + excluded, robotsTxt, probes: { [a]: 200, [b]: 200, [basket]: 404 } },
    },
    { name: 'both answer', page: { html, probes: { [a]: 200, [b]: 204 } } },
    {
      name: 'a redirect is reported by link-redirects-internal',
      page: { html, probes: { [a]: 200, [b]: 301 } },
    },
  ],
  fails: [
    {
      name: 'nofollow alone: visitors come there',
      page: { html: html + excluded, probes: { [a]: 200, [b]: 200, [basket]: 404 } },
      message: 'broken',
      evidence: 'html > body > a:nth-of-type(5)',
      affected: 1,
      total: 3,
    },
    {
      name: 'one of two links to it is followed',
      page: {
        html: `${html}${excluded}<a href="/basket?add=6">Add</a>`,
        robotsTxt,
        probes: { [a]: 200, [b]: 200, [basket]: 404 },
      },
      message: 'broken',
      evidence: 'html > body > a:nth-of-type(5)',
      affected: 1,
      total: 3,
    },
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
    { name: 'excluded links only', page: { html: excluded, robotsTxt, probes: { [basket]: 404 } } },
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
