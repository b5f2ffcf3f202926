import { descriptionEqualsTitle } from '#stages/score/audit/rules/metadata/description/description-equals-title.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(descriptionEqualsTitle, {
  passes: [
    {
      name: 'another text',
      page: '<title>Bicycles</title><meta name="description" content="Buy bicycles in Bern">',
    },
  ],
  fails: [
    {
      name: 'the same',
      page: '<title>Bicycles in Bern</title><meta name="description" content="Bicycles in Bern">',
      message: 'equal',
      evidence: 'html > head > meta',
    },
    {
      name: 'the same but for case and punctuation',
      page: '<title>Bicycles – in Bern</title><meta name="description" content="bicycles in Bern!">',
      message: 'equal',
      evidence: 'html > head > meta',
    },
  ],
  notApplicable: [
    { name: 'no description', page: '<title>A</title>' },
    { name: 'no title', page: '<meta name="description" content="Text">' },
  ],
})
