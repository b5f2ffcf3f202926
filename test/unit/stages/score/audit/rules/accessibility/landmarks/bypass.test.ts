import { bypass } from '#stages/score/audit/rules/accessibility/landmarks/bypass.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(bypass, {
  passes: [
    { name: 'WCAG 2.4.1, H69: headings', page: '<a href="/">A</a><h1>B</h1>' },
    { name: 'WCAG 2.4.1, ARIA11: a landmark', page: '<a href="/">A</a><main>B</main>' },
    {
      name: 'WCAG 2.4.1, G1: a link to the content',
      page: '<a href="#content">Skip</a><a href="/">A</a><div id="content">B</div>',
    },
  ],
  fails: [
    { name: 'nothing', page: '<a href="/">A</a><p>B</p>', message: 'missing', evidence: null },
    {
      name: 'axe: a link by which scripts choose a page',
      page: '<a href="#!/b">A</a>',
      message: 'missing',
      evidence: null,
    },
  ],
  notApplicable: [{ name: 'no links', page: '<p>A</p>' }],
  notDecidable: [
    {
      name: 'more depth than is read',
      page: `<a href="/">A</a>${'<div>'.repeat(1500)}`,
      reason: 'truncated',
    },
    {
      name: 'a page that scripts fill',
      page: '<div id="app"></div><a href="/">A</a><script src="/app.js"></script>',
      reason: 'app_shell',
    },
  ],
})
