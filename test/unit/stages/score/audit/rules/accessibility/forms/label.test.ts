import { label } from '#stages/score/audit/rules/accessibility/forms/label.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(label, {
  passes: [
    {
      name: 'Accessible Name Computation 1.2, 2D: the aria-label of a label',
      page: '<label for="x" aria-label="Name"></label><input id="x">',
    },
    {
      name: 'Accessible Name Computation 1.2, 2C: the value of a field that aria-labelledby names',
      page: '<input aria-labelledby="v" type="checkbox"><input id="v" value="Nine" title="Number">',
    },
    { name: 'ACT e086e5 passed: a label around it', page: '<label>first name <input></label>' },
    { name: 'ACT e086e5 passed: aria-label', page: '<input aria-label="last name" disabled>' },
    {
      name: 'ACT e086e5 passed: a label by its id',
      page: '<label for="country">Country</label><input id="country">',
    },
    {
      name: 'ACT e086e5 passed: aria-labelledby',
      page: '<div id="c">Country</div><textarea aria-labelledby="c"></textarea>',
    },
    { name: 'title and placeholder', page: '<input title="Search"><input placeholder="Search">' },
    {
      name: 'a hidden text that aria-labelledby names',
      page: '<span id="c" hidden>Country</span><input aria-labelledby="c">',
    },
    {
      name: 'one fault costs once: duplicate-id-aria reports it for a repeated id',
      page: '<label for="a">A</label><input id="a"><input id="a">',
    },
  ],
  fails: [
    {
      name: 'Accessible Name Computation 1.2, 2A: hidden text of a label',
      page: '<label><b hidden>Name</b><input></label>',
      message: 'missing',
      evidence: 'html > body > label > input',
    },
    {
      name: 'a label around the control that holds the control alone',
      page: '<label><input value="Ada"></label>',
      message: 'missing',
      evidence: 'html > body > label > input',
    },
    {
      name: 'WAI-ARIA 1.2, 8.1.1: a focusable field is no presentation',
      page: '<input role="none">',
      message: 'missing',
      evidence: 'html > body > input',
    },
    {
      name: 'HTML, 4.10.5.3.10: no placeholder on a check box',
      page: '<input type="checkbox" placeholder="Yes">',
      message: 'missing',
      evidence: 'html > body > input',
    },
    {
      name: 'ACT e086e5 failed: none',
      page: '<input id="a" name="q">',
      message: 'missing',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'ACT e086e5 failed: white space',
      page: '<input aria-label=" ">',
      message: 'missing',
      evidence: 'html > body > input',
    },
    {
      name: 'ACT e086e5 failed: text beside it',
      page: '<div>first name</div><input><label>B <textarea></textarea></label>',
      message: 'missing',
      evidence: 'html > body > input',
      affected: 1,
      total: 2,
    },
    {
      name: 'axe: a hidden label',
      page: '<label for="a" style="display:none">Name</label><input id="a">',
      message: 'missing',
      evidence: '#a',
    },
    {
      name: 'a label without text',
      page: '<label><input type="checkbox"></label>',
      message: 'missing',
      evidence: 'html > body > label > input',
    },
    {
      name: 'a label for another field',
      page: '<label for="b">A <input id="a"></label><input id="b" title="B">',
      message: 'missing',
      evidence: '#a',
      affected: 1,
      total: 2,
    },
  ],
  notApplicable: [
    {
      name: 'ACT e086e5: no form field by its role',
      page: '<input role="button"><input role="option"><textarea role="link"></textarea>',
    },
    {
      name: 'ACT e086e5 inapplicable: hidden',
      page: '<input aria-hidden="true" tabindex="-1"><input hidden>',
    },
    {
      name: 'buttons and what is not shown',
      page: '<input type="submit"><input type="hidden"><input type="image" src="a.png">',
    },
    { name: 'select-name is about lists', page: '<select><option>A</option></select>' },
  ],
})
