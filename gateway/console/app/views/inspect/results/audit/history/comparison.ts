import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import type { Partly } from '../../partial.ts'
import type { ListedAudit } from './earlier-audits.ts'

type Diff = NonNullable<SeoAuditResult['diff']>
export type ComparedIssue = Diff['new_issues'][number]
/** The scores of an audit. */
export type AuditScores = Pick<ListedAudit, 'scanned_at' | 'overall' | 'by_category' | 'rule_version'>

/** How two audits of a page differ. */
export interface Comparison {
  readonly before: AuditScores
  readonly isOtherRules: boolean
  /** Points that were gained; null = the scores of the later one are not known. */
  readonly deltas: Pick<AuditScores, 'overall' | 'by_category'> | null
  /** Null = the issues of one of the two are not kept. */
  readonly issues: IssueChanges | null
}

interface IssueChanges {
  readonly added: readonly ComparedIssue[]
  readonly fixed: readonly ComparedIssue[]
  readonly kept: readonly ComparedIssue[]
}

/** What `GET /audits/{id}` answers: the full result with the groups that were asked for, or what the history keeps. */
export type AuditAnswer = Partly<SeoAuditResult> | KeptAudit

interface KeptAudit extends ListedAudit {
  readonly issues: readonly ComparedIssue[] | null
}

/** The issues of an answer of `GET /audits/{id}` or of a result; null = they are not kept, or were not asked for. */
export function issuesOf({ issues }: Pick<AuditAnswer, 'issues'>): readonly ComparedIssue[] | null {
  return (
    issues?.map((issue) => {
      const { id, severity, message } = issue
      return { id, severity, message, rule_id: 'source_rule' in issue ? issue.source_rule : issue.rule_id }
    }) ?? null
  )
}

/**
 * Compares a result with an earlier audit, as the service does for `compare=true`: an issue is the same when its id is. `issues`
 * are those of the earlier audit.
 */
export function compareAudits(
  now: Pick<Partly<SeoAuditResult>, 'scoring' | 'issues'>,
  before: AuditScores,
  issues: readonly ComparedIssue[] | null,
): Comparison {
  const { scoring } = now
  const current = issuesOf(now)
  return {
    before,
    isOtherRules: scoring != null && scoring.rule_version !== before.rule_version,
    deltas: scoring ? deltasOf(scoring, before) : null,
    issues: current === null || issues === null ? null : changesOf(current, issues),
  }
}

/** The comparison that the service made; null = there was nothing to compare with. */
export function comparisonOf(diff: Diff): Comparison | null {
  const { previous, new_issues: added, fixed_issues: fixed, persisting_issues: kept } = diff
  const parts = { isOtherRules: diff.rule_version_changed, deltas: diff.score_deltas }
  return previous && { before: previous, ...parts, issues: { added, fixed, kept } }
}

function changesOf(now: readonly ComparedIssue[], before: readonly ComparedIssue[]): IssueChanges {
  const known = new Set(before.map(({ id }) => id))
  const current = new Set(now.map(({ id }) => id))
  return {
    added: now.filter(({ id }) => !known.has(id)),
    fixed: before.filter(({ id }) => !current.has(id)),
    kept: now.filter(({ id }) => known.has(id)),
  }
}

function deltasOf(
  now: Pick<AuditScores, 'overall' | 'by_category'>,
  before: AuditScores,
): Pick<AuditScores, 'overall' | 'by_category'> {
  const categories = Object.entries(now.by_category).map(([name, score]) => [
    name,
    rounded(score - (before.by_category[name] ?? score)),
  ])
  return { overall: rounded(now.overall - before.overall), by_category: Object.fromEntries(categories) }
}

/** Scores have two decimals. */
function rounded(points: number): number {
  return Math.round(points * 100) / 100
}
