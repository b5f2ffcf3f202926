import { imageBroken } from '#stages/score/audit/rules/content/images/image-broken.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const html = '<img src="/a.png" alt="A"><img src="/b.png" alt="A">'
const a = 'https://www.example.com/a.png'
const b = 'https://www.example.com/b.png'
const image = (more: object = {}) => ({ status: 200, contentType: 'image/png', ...more })

ruleTester(imageBroken, {
  passes: [{ name: 'they load', page: { html, probes: { [a]: image(), [b]: image() } } }],
  fails: [
    {
      name: 'one is not found',
      page: { html, probes: { [a]: 404, [b]: image() } },
      message: 'broken',
      affected: 1,
      total: 2,
      evidence: 'html > body > img:nth-of-type(1)',
    },
    {
      name: 'decoration that loads is not counted',
      page: {
        html: '<img src="/a.png" alt="A"><img src="/b.png" alt="">',
        probes: { [a]: 404, [b]: image() },
      },
      message: 'broken',
      evidence: 'html > body > img:nth-of-type(1)',
      affected: 1,
      total: 1,
    },
    {
      name: 'an image that is shown twice is one',
      page: { html: html + html, probes: { [a]: 500, [b]: image() } },
      message: 'broken',
      evidence: 'html > body > img:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
  ],
  notApplicable: [
    { name: 'no image', page: '<p>Text' },
    { name: 'data', page: '<img src="data:image/gif;base64,R0lGOD" alt="A">' },
  ],
  notDecidable: [
    { name: 'one was not probed', page: { html, probes: { [a]: image() } }, reason: 'not_probed' },
    {
      name: 'pitfall 17: robots are blocked',
      page: { html, probes: { [a]: 403, [b]: 405 } },
      reason: 'probe_turned_away',
    },
  ],
})
