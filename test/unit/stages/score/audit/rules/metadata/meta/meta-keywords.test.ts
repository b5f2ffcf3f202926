import { metaKeywords } from '#stages/score/audit/rules/metadata/meta/meta-keywords.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(metaKeywords, {
  passes: [{ name: 'none', page: '<title>A</title>' }],
  fails: [
    {
      name: 'Google: not used',
      page: '<meta name="Keywords" content="a, b">',
      message: 'present',
      evidence: 'html > head > meta',
    },
  ],
  notApplicable: 'every page may have them',
})
