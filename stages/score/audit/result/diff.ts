import type { AuditRecord, RecordedIssue } from '#shared/store/audit-history.ts'

/**
 * Difference to the previous audit of the same URL and device. Issues are matched by their fingerprint. Without a
 * previous audit all lists are empty and `previous` is null.
 */
export function diffOf(now: AuditRecord, history: readonly AuditRecord[]) {
  const previous = history[0] ?? null
  const knownIds = new Set(previous?.issues.map(({ id }) => id))
  const currentIds = new Set(now.issues.map(({ id }) => id))
  const issues = previous === null ? [] : now.issues
  return {
    previous: previous && {
      scanned_at: previous.scannedAt,
      rule_version: previous.ruleVersion,
      overall: previous.overall,
      by_category: previous.byCategory,
    },
    // With different rules, a change of scores may come from the rules.
    rule_version_changed: previous !== null && previous.ruleVersion !== now.ruleVersion,
    score_deltas: previous && deltas(now, previous),
    new_issues: issues.filter(({ id }) => !knownIds.has(id)).map(shown),
    fixed_issues: (previous?.issues ?? []).filter(({ id }) => !currentIds.has(id)).map(shown),
    persisting_issues: issues.filter(({ id }) => knownIds.has(id)).map(shown),
    history: history.map(({ scannedAt, overall, byCategory }) => ({
      scanned_at: scannedAt,
      overall,
      by_category: byCategory,
    })),
  }
}

function deltas(now: AuditRecord, previous: AuditRecord) {
  const byCategory = Object.entries(now.byCategory).map(([name, score]) => [
    name,
    round(score - (previous.byCategory[name] ?? score)),
  ])
  return { overall: round(now.overall - previous.overall), by_category: Object.fromEntries(byCategory) }
}

function shown({ id, rule_id, severity, message }: RecordedIssue) {
  return { id, rule_id, severity, message }
}

/** Scores have two decimals. */
function round(points: number): number {
  return Math.round(points * 100) / 100
}
