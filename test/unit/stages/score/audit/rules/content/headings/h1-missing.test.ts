import { h1Missing } from '#stages/score/audit/rules/content/headings/h1-missing.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(h1Missing, {
  passes: [
    { name: 'axe page-has-heading-one: an h1', page: '<h1>Title</h1>' },
    { name: 'axe: role=heading of level 1', page: '<div role="heading" aria-level="1">Title</div>' },
    { name: 'an empty one is reported by h1-empty', page: '<h1></h1>' },
  ],
  fails: [
    { name: 'none', page: '<h2>Title</h2>', message: 'missing', evidence: null },
    {
      name: 'axe: aria-level takes the level away',
      page: '<h1 aria-level="2">Title</h1>',
      message: 'missing',
      evidence: null,
    },
    { name: 'pitfall 13: a hidden one', page: '<h1 hidden>Title</h1>', message: 'missing', evidence: null },
    {
      name: 'pitfall 13: one in a template',
      page: '<template><h1>Title</h1></template>',
      message: 'missing',
      evidence: null,
    },
  ],
  notApplicable: 'every page is to have one',
  notDecidable: [
    {
      name: 'pitfall 23: scripts fill in the page',
      page: '<div id="root"></div><script src="/app.js"></script>',
      reason: 'app_shell',
    },
  ],
})
