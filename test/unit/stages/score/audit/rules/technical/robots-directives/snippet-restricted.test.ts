import { snippetRestricted } from '#stages/score/audit/rules/technical/robots-directives/snippet-restricted.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(snippetRestricted, {
  passes: [
    { name: 'none', page: '<title>A</title>' },
    {
      name: 'Google: no limits',
      page: '<meta name="robots" content="max-snippet:-1, max-image-preview:large, max-video-preview:-1">',
    },
    { name: 'for another crawler', page: '<meta name="bingbot" content="nosnippet">' },
  ],
  fails: [
    {
      name: 'Google: nosnippet',
      page: '<meta name="robots" content="nosnippet">',
      message: 'restricted',
      evidence: 'html > head > meta',
    },
    {
      name: 'Google: max-snippet:0 is nosnippet',
      page: { headers: { 'x-robots-tag': 'max-snippet:0' } },
      message: 'restricted',
      evidence: 'X-Robots-Tag: max-snippet:0',
      says: 'max-snippet:0',
    },
    {
      name: 'Google: no image preview',
      page: '<meta name="googlebot" content="max-image-preview:none, noimageindex">',
      message: 'restricted',
      evidence: 'html > head > meta',
      says: 'max-image-preview:none, noimageindex',
    },
  ],
  notApplicable: [{ name: 'a page with noindex', page: '<meta name="robots" content="noindex, nosnippet">' }],
})
