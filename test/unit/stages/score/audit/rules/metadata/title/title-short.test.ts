import { titleShort } from '#stages/score/audit/rules/metadata/title/title-short.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(titleShort, {
  passes: [
    { name: 'two words', page: '<title>Blue bicycles</title>' },
    { name: 'Japanese words are not parted by blanks', page: '<title>東京タワーの歴史</title>' },
  ],
  fails: [
    {
      name: 'below 10 characters',
      page: '<title>Blue cat</title>',
      evidence: 'html > head > title',
      message: 'fewCharacters',
      says: '8 characters',
    },
    {
      name: 'one word',
      page: '<title>Constantinople</title>',
      evidence: 'html > head > title',
      message: 'oneWord',
    },
  ],
  notApplicable: [
    { name: 'no title', page: '<p>Text' },
    { name: 'placeholders are reported by title-vague', page: '<title>Home</title>' },
  ],
})
