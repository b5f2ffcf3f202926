import { landmarkNoDuplicateMain } from '#stages/score/audit/rules/accessibility/landmarks/landmark-no-duplicate-main.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(landmarkNoDuplicateMain, {
  passes: [
    { name: 'one', page: '<main>A</main>' },
    { name: 'pitfall: others may be hidden', page: '<main>A</main><main hidden>B</main>' },
    { name: 'HTML: another role', page: '<main>A</main><main role="presentation">B</main>' },
  ],
  fails: [
    {
      name: 'two',
      page: '<main>A</main><main id="b">B</main>',
      message: 'several',
      evidence: '#b',
      says: '2',
    },
    {
      name: 'an element and a role',
      page: '<main>A</main><div role="main">B</div>',
      message: 'several',
      evidence: 'html > body > div',
    },
  ],
  notApplicable: [{ name: 'none', page: '<div>A</div>' }],
})
