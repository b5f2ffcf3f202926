import { ariaRoles } from '#stages/score/audit/rules/accessibility/aria/aria-roles.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ariaRoles, {
  passes: [
    { name: 'ACT 674b10 passed: a role', page: '<label>A <input role="searchbox"></label>' },
    {
      name: 'ACT 674b10 passed: one of several',
      page: '<span role="button link">A</span><ul role="invalid LIST"></ul>',
    },
    {
      name: 'DPUB-ARIA and graphics',
      page: '<section role="doc-chapter"></section><div role="graphics-document"></div>',
    },
  ],
  fails: [
    {
      name: 'ACT 674b10: a drawing',
      page: '<svg role="picture"></svg>',
      message: 'unknown',
      evidence: 'html > body > svg',
      affected: 1,
      total: 1,
    },
    {
      name: 'ACT 674b10 failed: none',
      page: '<input id="a" role="invalid">',
      message: 'unknown',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'ACT 674b10 failed: several that are none',
      page: '<span role="not-a-role nothing">A</span><p role="note">B</p>',
      message: 'unknown',
      evidence: 'html > body > span',
      affected: 1,
      total: 2,
    },
    {
      name: 'WAI-ARIA 5.3.1: an abstract one',
      page: '<div role="widget">A</div>',
      message: 'unknown',
      evidence: 'html > body > div',
    },
  ],
  notApplicable: [
    { name: 'ACT 674b10 inapplicable: none given', page: '<div>A</div><div role=" ">B</div>' },
    { name: 'ACT 674b10 inapplicable: hidden', page: '<div role="invalid" hidden></div>' },
  ],
})
