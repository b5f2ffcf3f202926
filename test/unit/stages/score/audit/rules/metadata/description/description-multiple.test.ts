import { descriptionMultiple } from '#stages/score/audit/rules/metadata/description/description-multiple.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(descriptionMultiple, {
  passes: [{ name: 'one', page: '<meta name="description" content="One">' }],
  fails: [
    {
      name: 'two',
      page: '<meta name="description" content="One"><meta name="description" content="Two">',
      message: 'several',
      evidence: 'html > head > meta:nth-of-type(1)',
      says: '2 meta descriptions',
    },
  ],
  notApplicable: [{ name: 'none', page: '<title>A</title>' }],
})
