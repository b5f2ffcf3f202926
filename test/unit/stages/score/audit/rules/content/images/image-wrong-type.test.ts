import { imageWrongType } from '#stages/score/audit/rules/content/images/image-wrong-type.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const html = '<img src="/a.png" alt="A"><img src="/b.png" alt="A">'
const a = 'https://www.example.com/a.png'
const b = 'https://www.example.com/b.png'
const image = (more: object = {}) => ({ status: 200, contentType: 'image/png', ...more })

ruleTester(imageWrongType, {
  passes: [
    { name: 'as their extension says', page: { html, probes: { [a]: image(), [b]: image() } } },
    {
      name: 'a modern format for who can read it',
      page: { html, probes: { [a]: image({ contentType: 'image/webp' }), [b]: image() } },
    },
    {
      name: 'parameters and case don’t count',
      page: { html, probes: { [a]: image({ contentType: 'Image/PNG; q=1' }), [b]: image() } },
    },
    {
      name: 'no type: browsers look into the file',
      page: { html, probes: { [a]: image({ contentType: null }), [b]: image() } },
    },
    {
      name: 'one that cannot be loaded is reported by image-broken',
      page: { html, probes: { [a]: 404, [b]: image() } },
    },
  ],
  fails: [
    {
      name: 'a page',
      page: { html, probes: { [a]: image({ contentType: 'text/html' }), [b]: image() } },
      message: 'wrong',
      evidence: 'html > body > img:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
    {
      name: 'Google: the extension is of another type',
      page: { html, probes: { [a]: image({ contentType: 'image/gif' }), [b]: image() } },
      message: 'wrong',
      evidence: 'html > body > img:nth-of-type(1)',
    },
  ],
  notApplicable: [{ name: 'no image', page: '<p>Text' }],
  notDecidable: [{ name: 'not probed', page: html, reason: 'not_probed' }],
})
