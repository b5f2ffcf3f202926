import { paragraphLong } from '#stages/score/audit/rules/content/text/paragraph-long.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(paragraphLong, {
  passes: [{ name: '150 words', page: `<p>${'word '.repeat(150)}` }],
  fails: [
    {
      name: '151 words',
      page: `<p>${'word '.repeat(151)}</p><p>${'word '.repeat(20)}`,
      message: 'long',
      affected: 1,
      total: 2,
      evidence: 'html > body > p:nth-of-type(1)',
    },
  ],
  notApplicable: [
    { name: 'no paragraph', page: `<ul><li>${'word '.repeat(200)}</ul>` },
    {
      name: 'pitfall 10: Japanese words are not counted alike',
      page: `<p>${'東京都に住んでいます。'.repeat(40)}`,
    },
  ],
})
