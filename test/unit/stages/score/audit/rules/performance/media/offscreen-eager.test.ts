import { offscreenEager } from '#stages/score/audit/rules/performance/media/offscreen-eager.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const eager = '<img src="a.jpg" alt="">'
const lazy = '<img src="b.jpg" alt="" loading="lazy">'

ruleTester(offscreenEager, {
  passes: [
    { name: 'from the fourth on lazily', page: eager.repeat(3) + lazy.repeat(10) },
    {
      name: 'the fourth is the main image, which has to load at once (web.dev, "The performance effects of too much lazy loading")',
      page: '<img src="logo.png" alt="" width="20">'.repeat(3) + eager + lazy.repeat(10),
    },
  ],
  fails: [
    {
      name: 'all at once',
      page: eager.repeat(11),
      message: 'eager',
      evidence: 'html > body > img:nth-of-type(4)',
      affected: 8,
      total: 8,
    },
  ],
  notApplicable: [
    { name: 'ten images', page: eager.repeat(10) },
    { name: 'drawings within the page', page: '<img src="data:image/svg+xml,a" alt="">'.repeat(20) },
  ],
})
