import { landmarkOneMain } from '#stages/score/audit/rules/accessibility/landmarks/landmark-one-main.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(landmarkOneMain, {
  passes: [
    { name: 'a main element', page: '<main>A</main>' },
    { name: 'a role', page: '<div role="main">A</div>' },
    { name: 'axe: an open dialog covers the page', page: '<dialog open>A</dialog>' },
  ],
  fails: [
    { name: 'none', page: '<div>A</div>', message: 'missing', evidence: null },
    { name: 'pitfall: a hidden one', page: '<main hidden>A</main>', message: 'missing', evidence: null },
  ],
  notApplicable: 'every page has content',
  notDecidable: [
    { name: 'more depth than is read', page: `${'<div>'.repeat(1500)}`, reason: 'truncated' },
    {
      name: 'a page that scripts fill',
      page: '<div id="root"></div><script src="/app.js"></script>',
      reason: 'app_shell',
    },
  ],
})
