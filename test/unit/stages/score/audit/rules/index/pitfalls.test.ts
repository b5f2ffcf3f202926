import { expect } from 'chai'
import { rules } from '#stages/score/audit/rules/index.ts'
import { judge } from '#test/support/audit/rule-tester.ts'
import { type Expected, pitfalls } from './pitfall-pages.ts'

const kinds: Readonly<Record<string, Expected>> = {
  pass: 'fine',
  not_applicable: 'fine',
  fail: 'fail',
  not_decidable: 'not_decidable',
}

/** Number 30, compressed sitemaps and sitemap indexes, is tested where sitemaps are read, and end to end. */
describe('pitfalls of audits', () => {
  for (const [name, cases] of Object.entries(pitfalls)) {
    it(name, () => {
      for (const [id, expected, page] of cases) {
        const rule = rules.find((one) => one.id === id)
        if (rule === undefined) throw new Error(`there is no rule ${id}`)
        const verdict = judge(rule, { page })
        expect(kinds[verdict.kind], `${id}: ${JSON.stringify(page)} is ${verdict.kind}`).to.equal(expected)
      }
    })
  }
})
