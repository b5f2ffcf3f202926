import { autocompleteValid } from '#stages/score/audit/rules/accessibility/forms/autocomplete-valid.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(autocompleteValid, {
  passes: [
    { name: 'ACT 73f2c2 passed: one token', page: '<input autocomplete="username">' },
    {
      name: 'ACT 73f2c2 passed: for billing',
      page: '<select autocomplete="bday-month"></select><input autocomplete="billing street-address">',
    },
    { name: 'ACT 73f2c2 passed: how to reach', page: '<input autocomplete="work email">' },
    {
      name: 'ACT 73f2c2 passed: a section, upper case',
      page: '<input autocomplete="section-primary Shipping WORK tel">',
    },
    {
      name: 'HTML: on, off and keys',
      page: '<input autocomplete="off"><input autocomplete="On"><input autocomplete="username webauthn">',
    },
    { name: 'axe: words that switch it off', page: '<input autocomplete="false">' },
  ],
  fails: [
    {
      name: 'ACT 73f2c2: seen, though assistive technology is not told of it',
      page: '<input aria-hidden="true" autocomplete="x">',
      message: 'unknown',
      evidence: 'html > body > input',
    },
    {
      name: 'ACT 73f2c2: a control that the Tab key skips',
      page: '<input tabindex="-1" autocomplete="x">',
      message: 'unknown',
      evidence: 'html > body > input',
    },
    {
      name: 'ACT 73f2c2 failed: not known',
      page: '<input id="a" autocomplete="badterm">',
      message: 'unknown',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'ACT 73f2c2 failed: not known beside a known one',
      page: '<input autocomplete="work badname"><input autocomplete="name">',
      message: 'unknown',
      evidence: 'html > body > input:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
    {
      name: 'ACT 73f2c2 failed: work is for ways to reach',
      page: '<input autocomplete="work photo">',
      message: 'unknown',
      evidence: 'html > body > input',
    },
    {
      name: 'ACT 73f2c2 failed: the wrong order',
      page: '<input autocomplete="work shipping email">',
      message: 'unknown',
      evidence: 'html > body > input',
    },
    {
      name: 'commas',
      page: '<input autocomplete="email,username">',
      message: 'unknown',
      evidence: 'html > body > input',
    },
  ],
  notApplicable: [
    { name: 'ACT 73f2c2, toggle', page: '<input autocomplete="on"><input autocomplete=" OFF ">' },
    {
      name: 'ACT 73f2c2, fixed value',
      page: '<input type="checkbox" autocomplete="x"><input type="radio" autocomplete="x"><input type="file" autocomplete="x"><input type="image" autocomplete="x">',
    },
    {
      name: 'ACT 73f2c2, disabled',
      page: '<fieldset disabled><input autocomplete="x"></fieldset><div aria-disabled="true"><input autocomplete="x"></div>',
    },
    {
      name: 'ACT 73f2c2, static',
      page: '<input role="none" tabindex="-1" autocomplete="x"><input role="heading" tabindex="-1" autocomplete="x">',
    },
    { name: 'ACT 73f2c2 inapplicable: not given', page: '<input><input autocomplete="">' },
    {
      name: `ACT 73f2c2 inapplicable: cannot be filled in`,
      page: '<input autocomplete="badname" disabled><input autocomplete="badname" readonly><input type="button" autocomplete="badname">',
    },
    { name: 'ACT 73f2c2 inapplicable: not a field', page: '<button autocomplete="badname"></button>' },
  ],
})
