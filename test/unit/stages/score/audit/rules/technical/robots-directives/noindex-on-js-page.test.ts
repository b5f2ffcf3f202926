import { noindexOnJsPage } from '#stages/score/audit/rules/technical/robots-directives/noindex-on-js-page.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const shell = '<div id="root"></div><script src="/a.js"></script>'
const html = `<meta name="robots" content="noindex">${shell}`

ruleTester(noindexOnJsPage, {
  passes: [{ name: 'no noindex', page: shell }],
  fails: [
    { name: 'Google: rendering is skipped', page: html, message: 'noindex', evidence: 'html > head > meta' },
  ],
  notApplicable: [
    {
      name: 'content in the HTML: noindex reports it',
      page: `<meta name="robots" content="noindex">${'<p>word word word word</p>'.repeat(20)}${shell}`,
    },
    { name: 'it cannot be seen', page: { html, robotsTxt: 'User-agent: *\nDisallow: /' } },
  ],
})
