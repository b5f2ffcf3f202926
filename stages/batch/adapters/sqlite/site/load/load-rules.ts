import type { DatabaseSync } from 'node:sqlite'
import type { SiteReport } from '#shared/operations/results/site-report.ts'
import type { AuditTotals } from '../../../../site/audit-totals.ts'

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

const THOUSAND = 1000

/** The rules about pages that pages of a batch failed, the one with the most pages first. */
export function loadRules(db: DatabaseSync, batch: number, { audited, rules }: AuditTotals): FailedRule[] {
  const rows = db.prepare(`
    SELECT rule, text AS id, category, severity, title, fix, docs_url
    FROM site_rules JOIN site_texts ON site_texts.id = rule WHERE site_rules.batch = ? ORDER BY text`)
  const examples = db.prepare(`
    SELECT url, selector, snippet, message FROM site_examples WHERE batch = ? AND rule = ? ORDER BY url, seq`)
  return (rows.all(batch) as unknown as RuleRow[])
    .map(({ rule, id, ...about }): FailedRule => {
      const { pages = 0, elements = 0 } = rules.get(rule) ?? {}
      const share = Math.round((pages / audited) * THOUSAND) / THOUSAND
      const shown = examples.all(batch, rule) as unknown as FailedRule['examples']
      return { rule_id: id, ...about, pages, share, elements, examples: shown.map((one) => ({ ...one })) }
    })
    .sort((a, b) => b.pages - a.pages)
}
