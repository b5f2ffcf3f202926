import type { ThreadPool } from '#shared/async/threads/thread-pool.ts'
import { serveProgram } from '#shared/async/threads/thread-program.ts'
import type { AuditInput } from '#shared/messages/payloads/audit-input.ts'
import type { Measurement } from '#shared/messages/payloads/measurement.ts'
import { withAuditFacts } from '#shared/messages/payloads/site-facts-text.ts'
import type { PerformanceParameters } from '#shared/operations/performance.ts'
import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import type { MeasuredVitals } from '#shared/store/measured-vitals.ts'
import { defaultBudgets } from './audit/document/parse-tree.ts'
import { runRules } from './audit/engine/run-rules.ts'
import { buildFacts } from './audit/facts/build-facts.ts'
import { type AuditRequest, type AuditResult, auditResult } from './audit/result/audit-result.ts'
import { auditFactsOf } from './audit/result/site-audit.ts'
import { rules } from './audit/rules/index.ts'
import { performanceResult } from './performance/performance-result.ts'

/** Task of a thread: one page. */
export interface AuditTask {
  readonly input: AuditInput
  readonly body: Uint8Array
  readonly request: AuditRequest
}

export interface AuditAnswer {
  readonly result: AuditResult
  /** Those of the input with the findings of the audit; null without. See `withAuditFacts`. */
  readonly siteFacts: string | null
  /** Rules that threw an error: defects of the rules, for the log. */
  readonly crashed: readonly { readonly id: string; readonly error: string }[]
}

/** Parses and audits one page. */
export function audit({ input, body, request }: AuditTask): AuditAnswer {
  const { url, device } = request
  const facts = buildFacts(input, body, { url, device, budgets: defaultBudgets })
  const { ruleResults, crashed } = runRules(rules, facts)
  const result = auditResult(facts, input, ruleResults, request)
  const { siteFacts } = input
  return {
    result,
    siteFacts: siteFacts === undefined ? null : withAuditFacts(siteFacts, auditFactsOf(ruleResults, result)),
    crashed: crashed.map(({ id, error }) => ({
      id,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    })),
  }
}

/** Task of a thread: one measurement. */
export interface PerformanceTask {
  readonly measurement: Measurement
  readonly parameters: PerformanceParameters
}

export interface ScoredMeasurement {
  /** The result as JSON text. */
  readonly resultJson: string
  /** What audits of the page name of it. */
  readonly measured: MeasuredVitals
}

/** Scores one measurement. */
export function scorePerformance({ measurement, parameters }: PerformanceTask): ScoredMeasurement {
  const result = performanceResult(measurement, parameters, Date.now())
  return { resultJson: JSON.stringify(result), measured: measuredVitalsOf(result) }
}

function measuredVitalsOf(result: PerformanceResult): MeasuredVitals {
  const { lcp, inp, cls, fcp, ttfb } = result.core_web_vitals
  return {
    run_id: result.run_id,
    created_at: result.created_at,
    ...{ lcp_ms: lcp.value_ms, inp_ms: inp.value_ms, cls: cls.value },
    ...{ fcp_ms: fcp.value_ms, ttfb_ms: ttfb.value_ms },
    performance_score: result.performance_score.value,
  }
}

const program = { audit, performance: scorePerformance } as const
serveProgram(program)

/** Threads that parse and audit pages, and score measurements of them. */
export type ScorePool = ThreadPool<typeof program>
