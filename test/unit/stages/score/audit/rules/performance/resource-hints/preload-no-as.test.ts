import { preloadNoAs } from '#stages/score/audit/rules/performance/resource-hints/preload-no-as.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(preloadNoAs, {
  passes: [
    {
      name: 'HTML: what is preloaded',
      page: ['fetch', 'font', 'image', 'script', 'style', 'track']
        .map((as) => `<link rel="preload" as="${as}" href="/a">`)
        .join(''),
    },
    { name: 'in capitals', page: '<link rel="PRELOAD" as="Script" href="/a">' },
  ],
  fails: [
    {
      name: 'without',
      page: '<link rel="preload" href="/a"><link rel="preload" as="image" href="/b">',
      message: 'missing',
      evidence: 'html > head > link:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
    {
      name: 'HTML: a destination that is not preloaded',
      page: '<link rel="preload" as="document" href="/a">',
      message: 'missing',
      evidence: 'html > head > link',
    },
  ],
  notApplicable: [
    { name: 'none', page: '<link rel="stylesheet" href="/a">' },
    { name: 'HTML: modules need none', page: '<link rel="modulepreload" href="/a.js">' },
  ],
})
