import { formFieldMultipleLabels } from '#stages/score/audit/rules/accessibility/forms/form-field-multiple-labels.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(formFieldMultipleLabels, {
  passes: [
    { name: 'axe: one label', page: '<label for="a">A</label><input id="a">' },
    { name: 'axe: the label around it is for it too', page: '<label for="a">A <input id="a"></label>' },
    {
      name: 'one fault costs once: duplicate-id-aria reports it for a repeated id',
      page: '<label for="a">A</label><label for="a">B</label><input id="a"><input id="a">',
    },
    {
      name: 'aria-labelledby names it',
      page: '<label for="a" id="l">A</label><label for="a">B</label><input id="a" aria-labelledby="l">',
    },
    { name: 'a hidden one', page: '<label for="a">A</label><label for="a" hidden>B</label><input id="a">' },
  ],
  fails: [
    {
      name: 'axe: two',
      page: '<label for="a">A</label><label for="a">B</label><input id="a">',
      message: 'several',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'axe: one for it and one around it',
      page: '<label for="a">A</label><label>B <select id="a"></select></label><input title="c">',
      message: 'several',
      evidence: '#a',
      affected: 1,
      total: 2,
    },
  ],
  notApplicable: [{ name: 'no fields', page: '<label for="a">A</label>' }],
})
