import { inlineScriptHeavy } from '#stages/score/audit/rules/performance/inline-code/inline-script-heavy.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const script = (bytes: number, type = '') => `<script ${type}>${'a'.repeat(bytes)}</script>`

ruleTester(inlineScriptHeavy, {
  passes: [{ name: '100 KB', page: script(50_000) + script(50_000, 'type="module"') }],
  fails: [
    {
      name: 'more',
      page: script(1) + script(101_000),
      message: 'heavy',
      says: '101 KB',
      evidence: 'html > head > script:nth-of-type(2)',
    },
  ],
  notApplicable: [
    { name: 'none', page: '<script src="a.js"></script>' },
    { name: 'data are reported by inline-json-heavy', page: script(200_000, 'type="application/json"') },
  ],
})
