import { skipLink } from '#stages/score/audit/rules/accessibility/landmarks/skip-link.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(skipLink, {
  passes: [
    { name: 'axe: a target', page: '<a href="#main">Skip</a><a href="/">A</a><div id="main">B</div>' },
    {
      name: 'HTML 7.4.6.4: a named anchor, escapes, the top',
      page: '<a href="#old">A</a><a href="#%C3%BC">B</a><a href="#Top">C</a><a name="old"></a><p id="ü">D</p>',
    },
  ],
  fails: [
    {
      name: 'axe: none',
      page: '<a id="a" href="#main">Skip</a><a href="/">A</a>',
      message: 'dangling',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'one of two',
      page: '<a href="#a">A</a><a href="#b">B</a><p id="b">C</p>',
      message: 'dangling',
      evidence: 'html > body > a:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
  ],
  notApplicable: [
    { name: 'links further down are no skip links', page: '<a href="/">A</a><a href="#nothing">B</a>' },
    { name: 'menus opened by scripts', page: '<a href="#">A</a><a href="#!/b">B</a><a href="/">C</a>' },
    { name: 'none', page: '<p>A</p>' },
  ],
  notDecidable: [
    {
      name: 'more depth than is read',
      page: `<a href="#main">Skip</a><a href="/">A</a>${'<div>'.repeat(1500)}`,
      reason: 'truncated',
    },
  ],
})
