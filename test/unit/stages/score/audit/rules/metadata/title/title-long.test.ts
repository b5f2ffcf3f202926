import { titleLong } from '#stages/score/audit/rules/metadata/title/title-long.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(titleLong, {
  passes: [
    { name: '60 characters of average width', page: `<title>${'abcde '.repeat(10)}</title>` },
    // 30 full-width characters of 20 pixels are 600 pixels.
    { name: '30 full-width characters', page: `<title>${'東'.repeat(30)}</title>` },
  ],
  fails: [
    {
      name: '31 full-width characters',
      page: `<title>${'東'.repeat(31)}</title>`,
      message: 'tooLong',
      evidence: 'html > head > title',
      says: '620 pixels',
    },
    // W is 944 thousandths of 20 pixels wide: 32 of them take 604.
    {
      name: '32 capital W',
      page: `<title>${'W'.repeat(32)}</title>`,
      message: 'tooLong',
      evidence: 'html > head > title',
      says: '604 pixels',
    },
  ],
  notApplicable: [{ name: 'no title', page: '<p>Text' }],
})
