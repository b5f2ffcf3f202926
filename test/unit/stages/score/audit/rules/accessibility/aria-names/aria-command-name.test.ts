import { ariaCommandName } from '#stages/score/audit/rules/accessibility/aria-names/aria-command-name.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ariaCommandName, {
  passes: [
    { name: 'axe: text', page: '<div role="link">A</div><div role="button">B</div>' },
    { name: 'axe: aria-label', page: '<span role="menuitem" aria-label="A"></span>' },
    { name: 'an image', page: '<div role="button"><img src="a.png" alt="Search"></div>' },
  ],
  fails: [
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
      name: 'button-name and link-name are about these',
      page: '<button role="menuitem"></button><a href="/" role="button"></a>',
    },
    { name: 'hidden', page: '<div role="button" hidden></div>' },
  ],
  notDecidable: [
    { name: 'a custom element may bring text', page: '<div role="button"><x-icon></x-icon></div>' },
  ],
})
