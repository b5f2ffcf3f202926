import { presentationRoleConflict } from '#stages/score/audit/rules/accessibility/keyboard/presentation-role-conflict.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(presentationRoleConflict, {
  passes: [
    {
      name: 'WAI-ARIA 1.2, 8.1.1: a disabled button, an attribute of other roles, an empty one',
      page: '<button role="none" disabled>A</button><h2 role="none" aria-expanded="true">A</h2><h2 role="none" aria-label="">A</h2>',
    },
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
    {
      name: 'WAI-ARIA 1.2, 8.1.1: a drawing and a frame with a label',
      page: '<svg id="s" role="none" aria-label="A"></svg><iframe role="none" aria-label="A"></iframe><iframe role="none"></iframe>',
      message: 'conflict',
      evidence: 'html > body > iframe:nth-of-type(1)',
      affected: 2,
      total: 3,
    },
  ],
  notApplicable: [
    { name: 'axe: an element without a role of its own', page: '<span role="none" tabindex="0">A</span>' },
    { name: 'hidden', page: '<img src="a.png" alt="" aria-hidden="true">' },
  ],
})
