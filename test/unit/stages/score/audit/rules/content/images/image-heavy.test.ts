import { imageHeavy } from '#stages/score/audit/rules/content/images/image-heavy.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const html = '<img src="/a.png" alt="A"><img src="/b.png" alt="A">'
const a = 'https://www.example.com/a.png'
const b = 'https://www.example.com/b.png'
const image = (more: object = {}) => ({ status: 200, contentType: 'image/png', ...more })
const sized = (bytes: number) => image({ headers: { 'content-length': String(bytes) } })

ruleTester(imageHeavy, {
  passes: [{ name: '500 kB', page: { html, probes: { [a]: sized(500_000), [b]: sized(10) } } }],
  fails: [
    {
      name: 'more',
      page: { html, probes: { [a]: sized(500_001), [b]: image() } },
      message: 'heavy',
      evidence: 'html > body > img:nth-of-type(1)',
      affected: 1,
      total: 2,
      says: '500 kB',
    },
  ],
  notApplicable: [{ name: 'no image', page: '<p>Text' }],
  notDecidable: [
    {
      name: 'pitfall 17: an unknown length is not 0',
      page: { html, probes: { [a]: sized(10), [b]: image() } },
      reason: 'length_unknown',
    },
    { name: 'not probed', page: html, reason: 'not_probed' },
  ],
})
