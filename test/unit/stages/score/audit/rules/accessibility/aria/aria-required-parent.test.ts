import { ariaRequiredParent } from '#stages/score/audit/rules/accessibility/aria/aria-required-parent.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ariaRequiredParent, {
  passes: [
    { name: 'WAI-ARIA 1.2: a caption of a figure', page: '<div role="figure"><p role="caption">A</p></div>' },
    {
      name: 'ACT, "owned by": a group owned by a menu',
      page: '<div role="menu" aria-owns="g"></div><div id="g" role="group"><div role="menuitem">A</div></div>',
    },
    { name: 'ACT ff89c9 passed: in a list', page: '<div role="list"><div role="listitem">A</div></div>' },
    {
      name: 'ACT ff89c9 passed: of HTML',
      page: '<ul><li><div role="none"></div></li></ul><ul><div role="listitem">A</div></ul>',
    },
    {
      name: 'ACT ff89c9 passed: owned elsewhere',
      page: '<div role="list" aria-owns="i"></div><div id="i" role="listitem">A</div>',
    },
    {
      name: 'ACT ff89c9 passed: looked through',
      page: '<div role="tablist"><div><p role="presentation"><span role="tab">A</span></p></div></div>',
    },
    {
      name: 'ACT ff89c9 passed: a group in a menu',
      page: '<div role="menu"><div role="group"><div role="menuitem">A</div></div></div>',
    },
    {
      name: 'a tree in a tree',
      page: '<ul role="tree"><li role="treeitem">A<ul role="group"><li role="treeitem">B</li></ul></li></ul>',
    },
  ],
  fails: [
    {
      name: 'ACT, "owned by": the first owner counts',
      page: '<div role="note" aria-owns="i"></div><div role="list"><div id="i" role="listitem">A</div></div>',
      message: 'outside',
      evidence: '#i',
      affected: 1,
      total: 1,
    },
    {
      name: 'ACT, "owned by": an exposed element between',
      page: '<div role="tablist"><div aria-live="polite"><div id="t" role="tab">A</div></div></div>',
      message: 'outside',
      evidence: '#t',
      affected: 1,
      total: 1,
    },
    {
      name: 'ACT ff89c9 failed: no list',
      page: '<div id="a" role="listitem">A</div>',
      message: 'outside',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'ACT ff89c9 failed: a tab bar between',
      page: '<div role="list"><div role="tabpanel"><div role="listitem">A</div></div><div role="listitem">B</div></div>',
      message: 'outside',
      evidence: 'html > body > div > div:nth-of-type(1) > div',
      affected: 1,
      total: 2,
    },
    {
      name: 'axe: a group of nothing',
      page: '<div role="group"><div role="option">A</div></div>',
      message: 'outside',
      evidence: 'html > body > div > div',
    },
    {
      name: 'a link between',
      page: '<div role="tablist"><a href="/"><span role="tab">A</span></a></div>',
      message: 'outside',
      evidence: 'html > body > div > a > span',
    },
  ],
  notApplicable: [
    { name: 'ACT ff89c9: the role that it has anyway', page: '<div><li role="listitem">A</li></div>' },
    { name: 'ACT ff89c9 inapplicable', page: '<li>A</li><div role="note">B</div>' },
  ],
})
