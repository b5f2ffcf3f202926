import { indexifembeddedAlone } from '#stages/score/audit/rules/technical/robots-directives/indexifembedded-alone.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(indexifembeddedAlone, {
  passes: [
    {
      name: 'Google: together with noindex',
      page: '<meta name="googlebot" content="noindex,indexifembedded">',
    },
  ],
  fails: [
    {
      name: 'Google: alone it has no effect',
      page: '<meta name="robots" content="indexifembedded">',
      message: 'alone',
      evidence: 'html > head > meta',
    },
  ],
  notApplicable: [{ name: 'none', page: '<title>A</title>' }],
})
