import { list } from '#stages/score/audit/rules/accessibility/lists/list.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(list, {
  passes: [
    { name: 'DPUB-ARIA 1.1: entries are list items', page: '<ol><li role="doc-endnote">A</li></ol>' },
    {
      name: 'WAI-ARIA 1.2, 8.1.1: none is ignored where the focus can be',
      page: '<ul><li role="none" tabindex="0">A</li></ul>',
    },
    { name: 'axe: items', page: '<ul><li>A</li></ul><ol><li>B</li></ol>' },
    { name: 'axe: scripts and templates', page: '<ul><script></script><template></template><li>A</li></ul>' },
    { name: 'axe: nothing', page: '<ul></ul>' },
    { name: 'axe: an item by its role', page: '<ul><div role="listitem">A</div></ul>' },
  ],
  fails: [
    {
      name: 'WAI-ARIA 1.2: an item among others made into something else',
      page: '<ul><li>A</li><li role="separator"></li></ul>',
      message: 'others',
      evidence: 'html > body > ul',
      affected: 1,
      total: 1,
    },
    {
      name: 'WAI-ARIA 1.2, none: an item taken out of the list',
      page: '<ul><li>A</li><li role="none">B</li></ul>',
      message: 'others',
      evidence: 'html > body > ul',
      affected: 1,
      total: 1,
    },
    {
      name: 'axe: another element',
      page: '<ul id="a"><li>A</li><p>B</p></ul><ul><li>C</li></ul>',
      message: 'others',
      affected: 1,
      total: 2,
      evidence: '#a',
    },
    { name: 'axe: text', page: '<ul>A<li>B</li></ul>', message: 'others', evidence: 'html > body > ul' },
    {
      name: 'axe: a list directly in a list',
      page: '<ul><li>A</li><ul><li>B</li></ul></ul>',
      message: 'others',
      evidence: 'html > body > ul',
    },
    {
      name: 'axe: items made into something else',
      page: '<ul><li role="menuitem">A</li></ul>',
      message: 'others',
      evidence: 'html > body > ul',
    },
  ],
  notApplicable: [{ name: 'axe: a list made into something else', page: '<ul role="menu"><p>A</p></ul>' }],
  notDecidable: [
    { name: 'HTML 4.12.4: a slot is filled by script', page: '<ul><slot></slot></ul>' },
    { name: 'a custom element may be an item', page: '<ul><x-item>A</x-item></ul>' },
  ],
})
