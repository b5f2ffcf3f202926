import { nestedInteractive } from '#stages/score/audit/rules/accessibility/keyboard/nested-interactive.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(nestedInteractive, {
  passes: [
    {
      name: 'HTML 4.8.5: what a frame holds is not known',
      page: '<button><iframe title="A"></iframe></button>',
    },
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
      name: 'ACT 307n5z: a stop of the Tab key without a role',
      page: '<button id="a"><span tabindex="0">A</span></button>',
      message: 'nested',
      evidence: '#a',
      affected: 1,
      total: 1,
    },
    {
      name: 'ACT 307n5z: a drawing',
      page: '<svg role="img"><a href="/"><text>A</text></a></svg>',
      message: 'nested',
      evidence: 'html > body > svg',
      affected: 1,
      total: 1,
    },
    {
      name: 'WAI-ARIA 1.2, 8.1.1: a button stays one',
      page: '<button role="none"><a href="/">A</a></button>',
      message: 'nested',
      evidence: 'html > body > button',
      affected: 1,
      total: 1,
    },
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
    {
      name: 'HTML-AAM 1.0: a summary has no role',
      page: '<details><summary><a href="/">A</a></summary></details>',
    },
    { name: 'ACT 307n5z inapplicable: no such role', page: '<div><a href="/">A</a></div>' },
    { name: 'hidden', page: '<button hidden><input></button>' },
  ],
})
