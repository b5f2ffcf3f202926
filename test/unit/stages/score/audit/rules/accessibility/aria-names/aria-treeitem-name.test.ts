import { ariaTreeitemName } from '#stages/score/audit/rules/accessibility/aria-names/aria-treeitem-name.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ariaTreeitemName, {
  passes: [{ name: 'axe: text', page: '<ul role="tree"><li role="treeitem">A</li></ul>' }],
  fails: [
    {
      name: 'axe: none',
      page: '<ul role="tree"><li id="a" role="treeitem"></li><li role="treeitem">B</li></ul>',
      message: 'missing',
      affected: 1,
      total: 2,
      evidence: '#a',
    },
  ],
  notApplicable: [{ name: 'none', page: '<ul><li></li></ul>' }],
})
