import { inlineJsonHeavy } from '#stages/score/audit/rules/performance/inline-code/inline-json-heavy.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const data = (bytes: number, type: string) => `<script type="${type}">${'1'.repeat(bytes)}</script>`

ruleTester(inlineJsonHeavy, {
  passes: [
    { name: '250 KB', page: data(125_000, 'application/json') + data(125_000, 'application/ld+json') },
  ],
  fails: [
    {
      name: 'more',
      page: data(251_000, 'application/json'),
      message: 'heavy',
      evidence: 'html > head > script',
      says: '251 KB',
    },
  ],
  notApplicable: [
    { name: 'scripts are reported by inline-script-heavy', page: data(300_000, 'text/javascript') },
  ],
})
