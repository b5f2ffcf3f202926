import { parse } from 'parse5'
import { defaultBudgets } from '#stages/score/audit/document/parse-tree.ts'
import { runRules } from '#stages/score/audit/engine/run-rules.ts'
import { buildFacts } from '#stages/score/audit/facts/build-facts.ts'
import { auditResult } from '#stages/score/audit/result/audit-result.ts'
import { rules } from '#stages/score/audit/rules/index.ts'
import { auditMaterial } from '#test/support/audit/audit-page.ts'
import { median } from './median.ts'
import { type SavedPage, savedPages } from './saved-pages.ts'
import { type Row, spread } from './table.ts'

/** Milliseconds of one page. */
interface PageTimes {
  readonly parse: number
  readonly facts: number
  readonly rules: number
  readonly result: number
}

/** Number of warm-up pages. */
const WARM_UP = 100

/** All rules on extracted facts, compared with parse5 parsing the same bytes. */
export function audits(): Row[] {
  const pages = savedPages()
  for (const page of pages.slice(0, WARM_UP)) timesOf(page)
  const all = pages.map(timesOf)
  const ratio = median(all.map((times) => times.rules / times.parse))
  return [
    { figure: `${rules.length} rules / bare parse5, median`, value: ratio.toFixed(2), goal: '<= 3' },
    { figure: 'all rules, ms', value: spread(all.map((times) => times.rules)), goal: 'p99 <= 400' },
    { figure: 'bare parse5, ms', value: spread(all.map((times) => times.parse)) },
    { figure: 'decoding and parsing with indexes, ms', value: spread(all.map((times) => times.facts)) },
    { figure: 'scores and result, ms', value: spread(all.map((times) => times.result)) },
  ]
}

function timesOf({ body, url }: SavedPage): PageTimes {
  const { material, body: bytes } = auditMaterial({ html: new Uint8Array(body), url })
  const request = { url, device: 'mobile', vitals: 'synthetic' } as const
  const began = performance.now()
  parse(body.toString(), { sourceCodeLocationInfo: true })
  const parsed = performance.now()
  const facts = buildFacts(material, bytes, { ...request, budgets: defaultBudgets })
  const known = performance.now()
  const { ruleResults } = runRules(rules, facts)
  const judged = performance.now()
  auditResult(facts, material, ruleResults, request)
  return {
    parse: parsed - began,
    facts: known - parsed,
    rules: judged - known,
    result: performance.now() - judged,
  }
}
