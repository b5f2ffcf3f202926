import { ariaCommandName } from '#stages/score/audit/rules/accessibility/aria-names/aria-command-name.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ariaCommandName, {
  passes: [
    {
      name: 'HTML Accessibility API Mappings 1.0, 4.1: a button with another role is labelled as a button',
      page: '<label>Go <button role="link"></button></label><input type="button" role="menuitem" value="Open">',
    },
    {
      name: 'Accessible Name Computation 1.2, 2B: a hidden target counts',
      page: '<div role="button" aria-labelledby="t"></div><b id="t" hidden>Text</b>',
    },
    { name: 'axe: text', page: '<div role="link">A</div><div role="button">B</div>' },
    { name: 'axe: aria-label', page: '<span role="menuitem" aria-label="A"></span>' },
    { name: 'an image', page: '<div role="button"><img src="a.png" alt="Search"></div>' },
  ],
  fails: [
    {
      name: 'Accessible Name Computation 1.2, 2A: hidden content of a target that is shown does not count',
      page: '<div role="button" aria-labelledby="t"></div><b id="t"><i hidden>Text</i></b>',
      message: 'missing',
      evidence: 'html > body > div',
    },
    {
      name: 'ACT 97a4e1 and c487ae: the role makes a command of another control',
      page: '<button role="menuitem"></button><a href="/" role="button"></a><button role="link">C</button>',
      message: 'missing',
      evidence: 'html > body > a',
      affected: 2,
      total: 3,
    },
    {
      name: 'axe: none',
      page: '<div id="a" role="button"></div><div role="link">B</div>',
      message: 'missing',
      affected: 1,
      total: 2,
      evidence: '#a',
    },
    {
      name: 'axe: an empty aria-label',
      page: '<div role="menuitem" aria-label=" "></div>',
      message: 'missing',
      evidence: 'html > body > div',
    },
  ],
  notApplicable: [
    {
      name: 'button-name, link-name and input-button-name are about these',
      page: '<button role="button"></button><a href="/" role="link"></a><input type="button">',
    },
    { name: 'hidden', page: '<div role="button" hidden></div>' },
  ],
  notDecidable: [
    { name: 'a custom element may bring text', page: '<div role="button"><x-icon></x-icon></div>' },
  ],
})
