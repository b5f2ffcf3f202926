import { preloadFontNoCrossorigin } from '#stages/score/audit/rules/performance/resource-hints/preload-font-no-crossorigin.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(preloadFontNoCrossorigin, {
  passes: [
    { name: 'an empty one', page: '<link rel="preload" as="font" href="/a.woff2" crossorigin>' },
    { name: 'anonymous', page: '<link rel="preload" as="font" href="/a.woff2" crossorigin="anonymous">' },
  ],
  fails: [
    {
      name: 'of the own host too',
      page: '<link rel="preload" as="font" href="/a.woff2">',
      message: 'missing',
      evidence: 'html > head > link',
      affected: 1,
      total: 1,
    },
  ],
  notApplicable: [{ name: 'no fonts', page: '<link rel="preload" as="image" href="/a.png">' }],
})
