import { descriptionLong } from '#stages/score/audit/rules/metadata/description/description-long.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(descriptionLong, {
  passes: [
    {
      name: '150 letters of 7.8 pixels and less',
      page: `<meta name="description" content="${'lorem ipsum '.repeat(10)}">`,
    },
  ],
  fails: [
    // 66 full-width characters of 14 pixels.
    {
      name: '66 full-width characters',
      page: `<meta name="description" content="${'東'.repeat(66)}">`,
      message: 'tooLong',
      evidence: 'html > head > meta',
      says: '924 pixels',
    },
  ],
  notApplicable: [
    { name: 'none', page: '<title>A</title>' },
    {
      name: 'a page with noindex',
      page: `<meta name="robots" content="noindex"><meta name="description" content="${'東'.repeat(99)}">`,
    },
  ],
})
