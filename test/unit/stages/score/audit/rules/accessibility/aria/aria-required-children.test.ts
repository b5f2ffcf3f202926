import { ariaRequiredChildren } from '#stages/score/audit/rules/accessibility/aria/aria-required-children.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ariaRequiredChildren, {
  passes: [
    {
      name: 'WAI-ARIA 1.2: a caption and rows',
      page: '<div role="table"><div role="caption">A</div><div role="row"><div role="cell">B</div></div></div>',
    },
    {
      name: 'WAI-ARIA 1.3 draft: a suggestion',
      page: '<div role="suggestion"><del>A</del><div role="insertion">B</div></div>',
    },
    { name: 'ACT bc4a75 passed: items', page: '<div role="list"><div role="listitem">A</div></div>' },
    {
      name: 'ACT bc4a75 passed: looked through',
      page: '<div role="list"><div><span role="listitem">A</span></div></div>',
    },
    {
      name: 'ACT bc4a75 passed: owned elsewhere',
      page: '<div role="tablist" aria-owns="t"></div><div id="t" role="tab">A</div>',
    },
    {
      name: 'ACT bc4a75 passed: groups',
      page: '<ul role="menu"><li role="none"><ul role="group"><li role="menuitem">A</li></ul></li></ul>',
    },
    {
      name: 'ACT bc4a75: elements of HTML',
      page: '<div role="table"><div role="row"><span role="cell">A</span></div></div><div role="list"><li>A</li></div>',
    },
    { name: 'busy', page: '<div role="feed" aria-busy="true"></div>' },
  ],
  fails: [
    {
      name: 'WAI-ARIA 1.2, 8.1.1: none is ignored on an item with a label',
      page: '<div role="menu"><ul><li role="none" aria-label="A"><a href="/" role="menuitem">A</a></li></ul></div>',
      message: 'wrong',
      evidence: 'html > body > div',
      affected: 1,
      total: 1,
    },
    {
      name: 'ACT bc4a75 failed: something else',
      page: '<div id="a" role="list"><span role="tab">A</span></div>',
      message: 'wrong',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'ACT bc4a75 failed: a control among the items',
      page: '<div role="listbox"><div role="option">A</div><button>B</button></div><div role="list"><li>A</li></div>',
      message: 'wrong',
      evidence: 'html > body > div:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
    {
      name: 'axe: text alone',
      page: '<a href="/" role="menu">A</a>',
      message: 'wrong',
      evidence: 'html > body > a',
    },
    {
      name: 'axe: plain items in a menu',
      page: '<ul role="menu"><li><a href="/">A</a></li></ul>',
      message: 'wrong',
      evidence: 'html > body > ul',
    },
  ],
  notApplicable: [
    { name: 'no such role', page: '<ul><li>A</li></ul>' },
    { name: 'hidden', page: '<div role="list" hidden><a href="/">A</a></div>' },
  ],
  notDecidable: [
    {
      name: 'axe reviews: scripts may fill it',
      page: '<div role="listbox"></div>',
      reason: 'scripted_content',
    },
  ],
})
