import { inputButtonName } from '#stages/score/audit/rules/accessibility/forms/input-button-name.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(inputButtonName, {
  passes: [
    { name: 'axe: a value', page: '<input type="button" value="Go">' },
    { name: 'HTML 4.10.5.1.18: browsers label it', page: '<input type="submit"><input type="reset">' },
    {
      name: 'aria-label and title',
      page: '<input type="button" aria-label="Go"><input type="SUBMIT" value="" title="Send">',
    },
    { name: 'a label', page: '<label>Go <input type="button"></label>' },
  ],
  fails: [
    {
      name: 'axe: a button without a value',
      page: '<input id="a" type="button">',
      message: 'missing',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'axe: an empty value leaves browsers none',
      page: '<input type="submit" value=""><input type="submit" value="Go">',
      message: 'missing',
      evidence: 'html > body > input:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
  ],
  notApplicable: [
    {
      name: 'ACT 97a4e1: no button by its role',
      page: '<input type="button" role="link"><input type="submit" role="switch" value="">',
    },
    { name: 'other inputs', page: '<input type="text"><button></button>' },
    { name: 'hidden', page: '<input type="button" hidden>' },
  ],
})
