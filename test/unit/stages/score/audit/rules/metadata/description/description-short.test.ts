import { descriptionShort } from '#stages/score/audit/rules/metadata/description/description-short.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(descriptionShort, {
  passes: [
    { name: '50 characters', page: `<meta name="description" content="${'abcd '.repeat(9)}abcde">` },
    {
      name: '25 full-width characters say as much',
      page: `<meta name="description" content="${'東'.repeat(25)}">`,
    },
  ],
  fails: [
    {
      name: '49 characters',
      page: `<meta name="description" content="${'abcd '.repeat(9)}abcd">`,
      message: 'tooShort',
      evidence: 'html > head > meta',
      says: '49 characters',
    },
  ],
  notApplicable: [
    { name: 'none', page: '<title>A</title>' },
    { name: 'blank', page: '<meta name="description" content="">' },
  ],
})
