import { titleStuffed } from '#stages/score/audit/rules/metadata/title/title-stuffed.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(titleStuffed, {
  passes: [
    { name: 'a word said twice', page: '<title>Foobar, the foobar shop of Bern</title>' },
    {
      name: 'three times among many words',
      page: '<title>The cat, the dog and the bird in our garden of a thousand flowers</title>',
    },
  ],
  fails: [
    {
      name: 'Google: "Foobar, foo bar, foobars, foo bars"',
      page: '<title>Foobar, cheap foobar, foobar shop</title>',
      message: 'stuffed',
      evidence: 'html > head > title',
      says: '3 of the 5',
    },
  ],
  notApplicable: [{ name: 'no title', page: '<p>Text' }],
})
