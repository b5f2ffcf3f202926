import { ariaToggleFieldName } from '#stages/score/audit/rules/accessibility/aria-names/aria-toggle-field-name.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ariaToggleFieldName, {
  passes: [
    { name: 'ACT e086e5: text', page: '<div role="checkbox">I agree</div>' },
    {
      name: 'axe: aria-label',
      page: '<div role="switch" aria-label="A"></div><div role="option" title="B"></div>',
    },
  ],
  fails: [
    {
      name: 'ACT e086e5: a button that is a switch',
      page: '<button role="switch"></button>',
      message: 'missing',
      evidence: 'html > body > button',
    },
    {
      name: 'axe: none',
      page: '<div id="a" role="radio"></div><div role="radio">B</div>',
      message: 'missing',
      affected: 1,
      total: 2,
      evidence: '#a',
    },
    {
      name: 'axe: an empty name',
      page: '<div role="menuitemcheckbox" aria-label=""></div>',
      message: 'missing',
      evidence: 'html > body > div',
    },
  ],
  notApplicable: [{ name: 'native ones', page: '<input type="checkbox" role="switch">' }],
})
