import { presentationRoleConflict } from '#stages/score/audit/rules/accessibility/keyboard/presentation-role-conflict.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(presentationRoleConflict, {
  passes: [
    {
      name: 'ACT 46ca7f passed: decoration',
      page: '<img src="a.png" alt=""><ul role="none"><li>A</li></ul>',
    },
  ],
  fails: [
    {
      name: 'ACT 46ca7f failed: a button',
      page: '<button id="a" role="none">A</button>',
      message: 'conflict',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'ACT 46ca7f failed: a label',
      page: '<nav role="presentation" aria-label="A"></nav><ul role="none"></ul>',
      message: 'conflict',
      evidence: 'html > body > nav',
      affected: 1,
      total: 2,
    },
    {
      name: 'ACT 46ca7f failed: an image that can have the focus',
      page: '<img src="a.png" alt="" tabindex="0">',
      message: 'conflict',
      evidence: 'html > body > img',
    },
  ],
  notApplicable: [
    { name: 'axe: an element without a role of its own', page: '<span role="none" tabindex="0">A</span>' },
    { name: 'hidden', page: '<img src="a.png" alt="" aria-hidden="true">' },
  ],
})
