import { pageDeadEnd } from '#stages/score/audit/rules/technical/links/page-dead-end.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(pageDeadEnd, {
  passes: [
    { name: 'a link to the site', page: '<a href="/">home</a>' },
    { name: 'a link to another site', page: '<a href="https://example.org/">x</a>' },
    { name: 'an area of an image map', page: '<map><area href="/a"></map>' },
  ],
  fails: [
    { name: 'no links', page: '<p>Text', message: 'deadEnd', evidence: null },
    {
      name: 'links within the page, and to write to somebody',
      page: '<a href="#a">a</a><a href="mailto:a@b.test">b</a>',
      message: 'deadEnd',
      evidence: null,
    },
    { name: 'the page itself', page: '<a href="/page">again</a>', message: 'deadEnd', evidence: null },
  ],
  notApplicable: [
    {
      name: 'links that cannot be followed are reported by links-uncrawlable',
      page: '<a href="javascript:go()">a</a>',
    },
  ],
  notDecidable: [
    {
      name: 'scripts make the content',
      page: '<div id="root"></div><script src="/app.js"></script>',
      reason: 'app_shell',
    },
  ],
})
