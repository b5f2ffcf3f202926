import { noindex } from '#stages/score/audit/rules/technical/robots-directives/noindex.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const html = '<meta name="robots" content="noindex">'

ruleTester(noindex, {
  passes: [
    { name: 'none', page: '<title>A</title>' },
    { name: 'pitfall 4: within an unknown token', page: '<meta name="robots" content="noindexing, index">' },
    { name: 'pitfall 4: for another crawler', page: { headers: { 'x-robots-tag': 'otherbot: noindex' } } },
  ],
  fails: [
    {
      name: 'Google: placement in the head is not enforced',
      page: '<p>Text</p><meta name="robots" content="noindex">',
      message: 'noindex',
      evidence: 'html > body > meta',
    },
    { name: 'Google: noindex', page: html, message: 'noindex', evidence: 'html > head > meta' },
    {
      name: 'Google: none is noindex and nofollow',
      page: '<META NAME="ROBOTS" CONTENT="NONE">',
      message: 'noindex',
      evidence: 'html > head > meta',
    },
    {
      name: 'Google: for googlebot',
      page: '<meta name="googlebot" content="noindex">',
      message: 'noindex',
      evidence: 'html > head > meta',
    },
    {
      name: 'pitfall 6: the most restrictive wins over its own meta',
      page: '<meta name="robots" content="noindex"><meta name="googlebot" content="index">',
      message: 'noindex',
      evidence: 'html > head > meta:nth-of-type(1)',
    },
    {
      name: 'as a header for googlebot',
      page: { headers: { 'x-robots-tag': 'Googlebot: noindex, nofollow' } },
      message: 'noindex',
      evidence: 'X-Robots-Tag: Googlebot: noindex, nofollow',
    },
    {
      name: 'pitfall 5: one of several headers',
      page: { headers: { 'x-robots-tag': ['otherbot: noindex', 'max-image-preview:large, noindex'] } },
      message: 'noindex',
      evidence: 'X-Robots-Tag: max-image-preview:large, noindex',
    },
    {
      name: 'one of two metas',
      page: '<meta name="robots" content="index"><meta name="robots" content="none">',
      message: 'noindex',
      evidence: 'html > head > meta:nth-of-type(2)',
    },
  ],
  notApplicable: [
    {
      name: 'where it cannot be seen noindex-not-crawlable reports it',
      page: { html, robotsTxt: 'User-agent: *\nDisallow: /' },
    },
    {
      name: 'on an app shell noindex-on-js-page reports it',
      page: `${html}<div id="root"></div><script src="/a.js"></script>`,
    },
  ],
})
