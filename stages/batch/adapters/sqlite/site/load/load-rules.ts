import type { DatabaseSync } from 'node:sqlite'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { ruleTexts } from '#shared/operations/rule-texts.ts'
import type { AuditTotals } from '../../../../site/audit-totals.ts'
import { byLoss } from '../../../../site/report/finding-order.ts'
import { pagesUrl } from '../../../../site/report/pages-url.ts'
import { type ExamplesToLoad, loadExamples } from './load-examples.ts'

type FailedRule = SiteReport['rules'][number]

interface RuleRow {
  readonly rule: number
  readonly id: string
  readonly category: string
  readonly severity: FailedRule['severity']
  readonly title: string
  readonly fix: string
  readonly docs_url: string
}

const HUNDREDTHS = 100
const THOUSAND = 1000

/** A batch by its number in the file, and by its id. */
export interface NumberedBatch {
  readonly num: number
  readonly id: string
}

/**
 * The rules about pages that pages of a batch failed, those that take most first. Each has the examples that are stored of it, or
 * those of `more`.
 */
export function loadRules(
  db: DatabaseSync,
  { num: batch, id: batchId }: NumberedBatch,
  { audited, rules }: AuditTotals,
  more: ExamplesToLoad | null = null,
): FailedRule[] {
  const select = db.prepare(`
    SELECT rule, text AS id, category, severity, title, fix, docs_url
    FROM site_rules JOIN site_texts ON site_texts.id = rule WHERE site_rules.batch = ? ORDER BY text`)
  const examples = db.prepare(`
    SELECT url, selector, snippet, message FROM site_examples WHERE batch = ? AND rule = ? ORDER BY url, seq`)
  const rows = select.all(batch) as unknown as RuleRow[]
  const further = more && loadExamples(db, batch, rows, rules, more)
  return rows
    .map(({ rule, id, ...about }): FailedRule => {
      const { pages = 0, elements = 0, points: hundredths = 0 } = rules.get(rule) ?? {}
      const share = Math.round((pages / audited) * THOUSAND) / THOUSAND
      const stored = examples.all(batch, rule) as unknown as FailedRule['examples']
      const read = further?.get(rule) ?? []
      return {
        ...{ rule_id: id, ...about, ...knownTexts(id), pages, share, elements },
        points: hundredths / audited / HUNDREDTHS,
        pages_url: pagesUrl(batchId, id),
        examples: (read.length > stored.length ? read : stored).map((one) => ({ ...one })),
      }
    })
    .sort(byLoss(({ pages }) => pages))
    .map((one) => ({ ...one, points: Math.round(one.points * HUNDREDTHS) / HUNDREDTHS }))
}

/** What the audits of the pages did not bring: of rules that this version has. */
function knownTexts(id: string): Pick<FailedRule, 'why' | 'effort'> {
  const texts = ruleTexts(id)
  return texts === null ? {} : { why: texts.why, effort: texts.effort }
}
