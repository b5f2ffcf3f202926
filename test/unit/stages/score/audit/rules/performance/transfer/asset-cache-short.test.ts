import { assetCacheShort } from '#stages/score/audit/rules/performance/transfer/asset-cache-short.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const html = '<script src="/a.js"></script><script src="https://other.test/b.js"></script>'
const cached = (headers: Record<string, string>) => ({
  html,
  fetchedAt: '2026-03-01T12:00:00.000Z',
  probes: { 'https://www.example.com/a.js': { headers } },
})

ruleTester(assetCacheShort, {
  passes: [
    { name: 'Lighthouse: 30 days', page: cached({ 'cache-control': 'public, max-age=2592000' }) },
    { name: 'Expires', page: cached({ expires: 'Sun, 01 Mar 2027 12:00:00 GMT' }) },
    {
      name: 'Lighthouse: who says so wants it asked for again',
      page: cached({ 'cache-control': 'max-age=0, must-revalidate' }),
    },
    { name: 'a broken file', page: { html, probes: { 'https://www.example.com/a.js': 404 } } },
  ],
  fails: [
    {
      name: 'an hour',
      page: cached({ 'cache-control': 'max-age=3600' }),
      message: 'short',
      evidence: 'html > head > script:nth-of-type(1)',
      affected: 1,
      total: 1,
      says: '(1 hour)',
    },
    {
      name: 'nothing said',
      page: cached({}),
      message: 'short',
      evidence: 'html > head > script:nth-of-type(1)',
      says: '(not at all)',
    },
    {
      name: 'seconds',
      page: cached({ 'cache-control': 'max-age=59' }),
      message: 'short',
      evidence: 'html > head > script:nth-of-type(1)',
      says: '(59 seconds)',
    },
    {
      name: 'RFC 9111, 5.2.2.1: max-age counts before Expires',
      page: cached({ 'cache-control': 'Max-Age=864000', expires: 'Sun, 01 Mar 2027 12:00:00 GMT' }),
      message: 'short',
      evidence: 'html > head > script:nth-of-type(1)',
      says: '10 days',
    },
  ],
  notApplicable: [{ name: 'files of others only', page: '<script src="https://other.test/b.js"></script>' }],
  notDecidable: [{ name: 'not probed', page: html, reason: 'not_probed' }],
})
