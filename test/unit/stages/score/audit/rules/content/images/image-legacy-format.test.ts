import { imageLegacyFormat } from '#stages/score/audit/rules/content/images/image-legacy-format.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const html = '<img src="/a.png" alt="A"><img src="/b.png" alt="A">'
const a = 'https://www.example.com/a.png'
const b = 'https://www.example.com/b.png'
const image = (more: object = {}) => ({ status: 200, contentType: 'image/png', ...more })
const sized = (bytes: number, contentType = 'image/png') =>
  image({ contentType, headers: { 'content-length': String(bytes) } })

ruleTester(imageLegacyFormat, {
  passes: [
    { name: '100 kB', page: { html, probes: { [a]: sized(100_000), [b]: sized(10) } } },
    {
      name: 'a modern format',
      page: { html, probes: { [a]: sized(200_000, 'image/avif'), [b]: sized(200_000, 'image/svg+xml') } },
    },
    {
      name: 'Lighthouse: the picture offers a smaller one',
      page: {
        html: `<picture><source type="image/webp" srcset="/a.webp"><img src="/a.png" alt="A"></picture>`,
        probes: { [a]: sized(200_000) },
      },
    },
    {
      name: 'a heavier one is reported by image-heavy',
      page: { html, probes: { [a]: sized(600_000), [b]: sized(10) } },
    },
  ],
  fails: [
    {
      name: 'more than 100 kB of PNG',
      page: { html, probes: { [a]: sized(100_001), [b]: sized(10) } },
      message: 'legacy',
      evidence: 'html > body > img:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
  ],
  notApplicable: [{ name: 'no image', page: '<p>Text' }],
  notDecidable: [
    {
      name: 'the length is unknown',
      page: { html, probes: { [a]: image(), [b]: image() } },
      reason: 'length_unknown',
    },
  ],
})
