import { selectName } from '#stages/score/audit/rules/accessibility/forms/select-name.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(selectName, {
  passes: [
    {
      name: 'axe: labels',
      page: '<label>A <select><option>1</option></select></label><label for="b">B</label><select id="b"></select>',
    },
    { name: 'axe: ARIA and title', page: '<select aria-label="A"></select><select title="B"></select>' },
  ],
  fails: [
    {
      name: 'axe: none',
      page: '<select id="a"><option>1</option></select>',
      message: 'missing',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'the options are no label',
      page: '<label><select><option>1</option></select></label><select aria-label="A"></select>',
      message: 'missing',
      evidence: 'html > body > label > select',
      affected: 1,
      total: 2,
    },
    {
      name: 'a placeholder attribute does nothing there',
      page: '<select placeholder="A"></select>',
      message: 'missing',
      evidence: 'html > body > select',
    },
  ],
  notApplicable: [
    { name: 'no list by its role', page: '<select role="button"></select>' },
    { name: 'no lists', page: '<input>' },
    { name: 'hidden', page: '<select hidden></select>' },
  ],
})
