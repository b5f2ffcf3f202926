import { accesskeys } from '#stages/score/audit/rules/accessibility/keyboard/accesskeys.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(accesskeys, {
  passes: [
    { name: 'each once', page: '<a href="/a" accesskey="a">A</a><a href="/b" accesskey="b">B</a>' },
    {
      name: `a hidden one cannot be used`,
      page: '<a href="/a" accesskey="a">A</a><a href="/b" accesskey="a" hidden>B</a>',
    },
  ],
  fails: [
    {
      name: 'axe: twice',
      page: '<a href="/a" accesskey="a">A</a><a id="b" href="/b" accesskey="a">B</a>',
      message: 'repeated',
      affected: 1,
      total: 2,
      evidence: '#b',
    },
    {
      name: 'axe: letters of another case',
      page: '<a href="/a" accesskey="a">A</a><button accesskey="A">B</button>',
      message: 'repeated',
      evidence: 'html > body > button',
    },
  ],
  notApplicable: [{ name: 'none', page: '<a href="/a">A</a>' }],
})
