import { ariaInputFieldName } from '#stages/score/audit/rules/accessibility/aria-names/aria-input-field-name.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ariaInputFieldName, {
  passes: [
    {
      name: 'ACT e086e5: a label names a button with the role of a field',
      page: '<label>Colour <button role="combobox">Red</button></label>',
    },
    { name: 'axe: aria-label', page: '<div role="combobox" aria-label="A"></div>' },
    { name: 'axe: aria-labelledby', page: '<p id="l">A</p><div role="slider" aria-labelledby="l"></div>' },
    {
      name: 'a combo box that holds its input',
      page: '<div role="combobox"><input aria-label="A"></div><div role="textbox" title="B"></div>',
    },
  ],
  fails: [
    {
      name: 'WAI-ARIA 1.2, combobox: the content is its value',
      page: '<button role="combobox">Red</button>',
      message: 'missing',
      evidence: 'html > body > button',
    },
    {
      name: 'axe: content is its value',
      page: '<div id="a" role="textbox">Text</div>',
      message: 'missing',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'axe: a label element is not for it',
      page: '<label>A <div role="spinbutton"></div></label><div role="searchbox" aria-label="B"></div>',
      message: 'missing',
      evidence: 'html > body > label > div',
      affected: 1,
      total: 2,
    },
  ],
  notApplicable: [
    { name: 'label is about these', page: '<input role="combobox">' },
    {
      name: 'the list of a combo box',
      page: '<input role="combobox" aria-controls="l" aria-label="A"><ul id="l" role="listbox"></ul>',
    },
  ],
})
