import { descriptionBlank } from '#stages/score/audit/rules/metadata/description/description-blank.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(descriptionBlank, {
  passes: [{ name: 'text', page: '<meta name="description" content="A shop for bicycles">' }],
  fails: [
    {
      name: 'Lighthouse meta-description: empty',
      page: '<meta name="description" content="">',
      message: 'blank',
      evidence: 'html > head > meta',
    },
    {
      name: 'white space',
      page: '<meta name="description" content="  ">',
      message: 'blank',
      evidence: 'html > head > meta',
    },
    {
      name: 'no content attribute',
      page: '<meta name="description">',
      message: 'blank',
      evidence: 'html > head > meta',
    },
  ],
  notApplicable: [
    { name: 'none', page: '<title>A</title>' },
    {
      name: 'a page with noindex',
      page: '<meta name="robots" content="none"><meta name="description" content="">',
    },
  ],
})
