import { ariaHiddenFocus } from '#stages/score/audit/rules/accessibility/aria/aria-hidden-focus.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(ariaHiddenFocus, {
  passes: [
    {
      name: 'HTML 6.6.3: a summary without details',
      page: '<div aria-hidden="true"><summary>A</summary></div>',
    },
    { name: 'ACT 6cfa84 passed: text', page: '<p aria-hidden="true">Some text</p>' },
    {
      name: 'ACT 6cfa84 passed: a hidden link',
      page: '<div aria-hidden="true"><a href="/" style="display:none">A</a></div>',
    },
    {
      name: 'ACT 6cfa84 passed: out of the order of the Tab key',
      page: '<div aria-hidden="true"><button tabindex="-1">A</button></div>',
    },
    {
      name: 'ACT 6cfa84 passed: disabled',
      page: '<input disabled aria-hidden="true"><fieldset disabled><div aria-hidden="true"><input></div></fieldset><div aria-hidden="true" inert><a href="/">A</a></div>',
    },
  ],
  fails: [
    {
      name: 'ACT 6cfa84: a drawing',
      page: '<svg aria-hidden="true"><a href="/"><text>A</text></a></svg>',
      message: 'reachable',
      evidence: 'html > body > svg',
      affected: 1,
      total: 1,
    },
    {
      name: 'HTML 4.10.18.5: links stay in a disabled fieldset',
      page: '<div id="a" aria-hidden="true"><fieldset disabled><a href="/">A</a></fieldset></div>',
      message: 'reachable',
      evidence: '#a',
      affected: 1,
      total: 1,
    },
    {
      name: 'ACT 6cfa84 failed: a link off the screen',
      page: '<div id="a" aria-hidden="true"><a href="/" style="position:absolute; top:-999em">A</a></div>',
      message: 'reachable',
      affected: 1,
      total: 1,
      evidence: '#a',
    },
    {
      name: 'ACT 6cfa84 failed: a field',
      page: '<div aria-hidden="true"><input></div><p aria-hidden="true">B</p>',
      message: 'reachable',
      evidence: 'html > body > div',
      affected: 1,
      total: 2,
    },
    {
      name: 'ACT 6cfa84 failed: false within does not undo it',
      page: '<div aria-hidden="true"><div aria-hidden="false"><button>A</button></div></div>',
      message: 'reachable',
      evidence: 'html > body > div',
      affected: 1,
      total: 1,
    },
    {
      name: 'ACT 6cfa84 failed: by tabindex',
      page: '<p tabindex="0" aria-hidden="true">A</p>',
      message: 'reachable',
      evidence: 'html > body > p',
    },
    {
      name: 'HTML 4.10.15: a legend of a disabled set works',
      page: '<fieldset disabled><legend aria-hidden="true"><input></legend></fieldset>',
      message: 'reachable',
      evidence: 'html > body > fieldset > legend',
    },
  ],
  notApplicable: [
    {
      name: 'ACT 6cfa84 inapplicable',
      page: '<button>A</button><div aria-hidden="false"><button>B</button></div>',
    },
    { name: 'aria-hidden-body reports a hidden page', page: '<body aria-hidden="true"><a href="/">A</a>' },
    { name: 'hidden altogether', page: '<div aria-hidden="true" hidden><a href="/">A</a></div>' },
  ],
  notDecidable: [
    {
      name: 'HTML 6.6.2: the page of a frame may hold nothing',
      page: '<div aria-hidden="true"><iframe title="A"></iframe></div>',
    },
    {
      name: 'ACT 6cfa84, assumptions: the focus may be passed on',
      page: '<div aria-hidden="true" tabindex="0" onfocus="next()"></div>',
    },
    {
      name: 'behind a dialog',
      page: '<div aria-hidden="true"><a href="/">A</a></div><div role="dialog" aria-modal="true">B</div>',
      reason: 'needs_styles',
    },
    {
      name: 'style sheets hide what opens on demand',
      page: '<div aria-hidden="true" class="modal fade"><a href="/">A</a></div><div aria-hidden="true" role="menu"><a href="/">B</a></div>',
      reason: 'needs_styles',
    },
  ],
})
