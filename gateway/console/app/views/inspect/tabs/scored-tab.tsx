import { useMemo } from 'preact/hooks'
import { PassedRules } from '../findings/passed-rules.tsx'
import { ContextPart, DiagnosticsPart } from '../results/audit/page/conditions.tsx'
import { AuditScore } from '../results/audit/score/audit-score.tsx'
import { auditSumOf } from '../results/audit/score/score-sum.ts'
import { PerformanceScore } from '../results/performance/score.tsx'
import type { Results } from '../results/results.ts'

/** The sums that the scores are, what passed, and under which conditions. */
export function ScoredTab({ performance, audit }: Results) {
  const scoring = audit?.scoring ?? null
  const sum = useMemo(() => (scoring === null ? null : auditSumOf(scoring)), [scoring])
  const titleOf = (name: string) => (audit && performance ? name : 'Score')
  return (
    <>
      {scoring && sum && (
        <AuditScore title={titleOf('SEO score')} scoring={scoring} sum={sum} summary={audit?.summary} />
      )}
      {performance && <PerformanceScore title={titleOf('Performance score')} {...performance} />}
      {audit?.summary && <PassedRules passed={audit.summary.passed} />}
      {audit?.context && <ContextPart context={audit.context} />}
      {audit?.diagnostics && <DiagnosticsPart diagnostics={audit.diagnostics} />}
    </>
  )
}
