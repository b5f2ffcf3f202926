import { ariaDeprecatedRole } from '#stages/score/audit/rules/accessibility/aria/aria-deprecated-role.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ariaDeprecatedRole, {
  passes: [
    { name: 'WAI-ARIA 1.2, 8.1: the first role counts', page: '<ul role="list directory"><li>A</li></ul>' },
    { name: 'others', page: '<ul role="list"></ul>' },
  ],
  fails: [
    {
      name: 'WAI-ARIA 1.2: directory',
      page: '<ul id="a" role="directory"></ul><p role="note">A</p>',
      message: 'deprecated',
      affected: 1,
      total: 2,
      evidence: '#a',
    },
    {
      name: 'DPUB-ARIA 1.1: doc-endnote',
      page: '<li role="doc-endnote">A</li>',
      message: 'deprecated',
      evidence: 'html > body > li',
    },
  ],
  notApplicable: [
    { name: 'none', page: '<div>A</div>' },
    { name: 'aria-roles reports it for others', page: '<div role="invalid">A</div>' },
  ],
})
