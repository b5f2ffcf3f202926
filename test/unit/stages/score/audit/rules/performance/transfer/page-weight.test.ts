import { pageWeight } from '#stages/score/audit/rules/performance/transfer/page-weight.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const html = '<img src="/a.jpg" alt=""><script src="/b.js"></script><img src="/c.jpg" loading="lazy" alt="">'
const a = 'https://www.example.com/a.jpg'
const b = 'https://www.example.com/b.js'
const size = (kibibytes: number) => ({ headers: { 'content-length': String(kibibytes * 1024) } })
const headers = { 'content-length': '1024' }

ruleTester(pageWeight, {
  passes: [
    {
      name: 'Lighthouse: 2,667 KiB; what is lazy is not loaded at first',
      page: { html, headers, probes: { [a]: size(2000), [b]: size(666) } },
    },
    { name: 'a page without files', page: '<p>x' },
  ],
  fails: [
    {
      name: 'one more',
      page: { html, headers, probes: { [a]: size(2000), [b]: size(667) } },
      message: 'heavy',
      says: '2668 KiB',
      evidence: 'html > body > img:nth-of-type(1)',
    },
    {
      name: 'heavy though not all is known',
      page: { html, headers, probes: { [a]: size(3000) } },
      message: 'heavy',
      evidence: 'html > body > img:nth-of-type(1)',
      says: '1 file of unknown size',
    },
  ],
  notApplicable: 'every page has a weight',
  notDecidable: [
    {
      name: 'an unknown length is not 0',
      page: { html, probes: { [a]: size(1), [b]: 200 } },
      reason: 'size_unknown',
    },
  ],
})
