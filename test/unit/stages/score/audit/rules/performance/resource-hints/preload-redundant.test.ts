import { preloadRedundant } from '#stages/score/audit/rules/performance/resource-hints/preload-redundant.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const preload = (as: string, href: string, more = '') =>
  `<link rel="preload" as="${as}" href="${href}" ${more}>`

ruleTester(preloadRedundant, {
  passes: [
    {
      name: 'a font',
      page: `${preload('font', '/a.woff2', 'crossorigin')}<link rel="stylesheet" href="/a.css">`,
    },
    {
      name: 'an image for phones and one for desks',
      page:
        preload('image', '/a.png', 'media="(max-width: 600px)"') +
        preload('image', '/a.png', 'media="(min-width: 601px)"'),
    },
    {
      name: 'a script that is deferred gets a higher priority',
      page: `${preload('script', '/a.js')}<script defer src="/a.js"></script>`,
    },
    { name: 'an address that is none', page: preload('image', '') + preload('image', '') },
  ],
  fails: [
    {
      name: 'capo.js: a style sheet of the head',
      page: `${preload('style', 'a.css')}<link rel="stylesheet" href="/a.css">`,
      message: 'redundant',
      evidence: 'html > head > link:nth-of-type(1)',
      affected: 1,
      total: 1,
    },
    {
      name: 'the same twice',
      page: preload('image', '/a.png') + preload('image', '/a.png'),
      message: 'redundant',
      evidence: 'html > head > link:nth-of-type(2)',
      affected: 1,
      total: 2,
    },
  ],
  notApplicable: [{ name: 'none', page: '<link rel="stylesheet" href="/a.css">' }],
})
