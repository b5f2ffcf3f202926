import { nestedInteractive } from '#stages/score/audit/rules/accessibility/keyboard/nested-interactive.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(nestedInteractive, {
  passes: [
    { name: 'ACT 307n5z passed: text in a button', page: '<button>My <b>button</b></button>' },
    { name: 'ACT 307n5z passed: a hidden control', page: '<button>My <input type="hidden"></button>' },
    { name: 'a label is no button', page: '<button>A</button><label>B <input></label>' },
    {
      name: 'a link does not hide what it holds',
      page: '<div role="tab">A</div><a href="/"><div tabindex="0">B</div></a>',
    },
  ],
  fails: [
    {
      name: 'ACT 307n5z failed: a link in a tab',
      page: '<div id="a" role="tab"><a href="/">A</a></div>',
      message: 'nested',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'ACT 307n5z failed: out of the order of the Tab key is not out of reach',
      page: '<button><span role="link" tabindex="-1">A</span></button><button>B</button>',
      message: 'nested',
      evidence: 'html > body > button:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
    {
      name: 'deeper',
      page: '<div role="checkbox"><p><span><select></select></span></p></div>',
      message: 'nested',
      evidence: 'html > body > div',
    },
  ],
  notApplicable: [
    { name: 'ACT 307n5z inapplicable: no such role', page: '<div><a href="/">A</a></div>' },
    { name: 'hidden', page: '<button hidden><input></button>' },
  ],
})
