import { assetUncompressed } from '#stages/score/audit/rules/performance/transfer/asset-uncompressed.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const html =
  '<link rel="stylesheet" href="/a.css"><img src="/b.jpg" alt=""><script src="https://other.test/c.js"></script>'
const answered = (headers: Record<string, string>) => ({
  html,
  probes: { 'https://www.example.com/a.css': { headers } },
})

ruleTester(assetUncompressed, {
  passes: [
    { name: 'Brotli', page: answered({ 'content-encoding': 'br' }) },
    { name: 'small', page: answered({ 'content-length': '1400' }) },
  ],
  fails: [
    {
      name: 'plain',
      page: answered({ 'content-length': '1401' }),
      message: 'plain',
      evidence: 'html > head > link',
      affected: 1,
      total: 1,
      says: '1401 bytes',
    },
    {
      name: 'RFC 9110, 12.5.3: identity is none',
      page: answered({ 'content-encoding': 'identity', 'content-length': '9000' }),
      message: 'plain',
      evidence: 'html > head > link',
    },
  ],
  notApplicable: [{ name: 'images only', page: '<img src="/b.jpg" alt="">' }],
  notDecidable: [
    { name: 'an unknown length is not 0', page: answered({}), reason: 'size_unknown' },
    { name: 'not probed', page: html, reason: 'not_probed' },
  ],
})
