import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import type { Partly } from '../../partial.ts'
import { type MetricName, metricNames } from '../vitals/vital-names.ts'

/** What is compared of a run. */
export interface Run {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly time: number
  readonly device: string
  readonly score: number | null
  readonly vitals: Readonly<Record<MetricName, number | null>>
  readonly isDisturbed: boolean
}

export const measures = ['score', ...metricNames] as const
export type Measure = (typeof measures)[number]

/** An earlier inspection, as `GET /inspections` lists it. */
export interface Inspection {
  readonly id: string
  readonly url: string
}

/** The latest `most` inspections of a URL. `inspections` are newest first. */
export function sameUrl(
  inspections: readonly Inspection[],
  url: string,
  most: number,
): readonly Inspection[] {
  const wanted = normalized(url)
  return inspections.filter((one) => normalized(one.url) === wanted).slice(0, most)
}

/** The runs of results, the oldest first. Answers from the cache have the run that they were measured in: it counts once. */
export function runsOf(results: readonly Partly<PerformanceResult>[]): readonly Run[] {
  const byId = new Map<string, Run>()
  for (const result of results) {
    const run = runOf(result)
    if (run !== null) byId.set(run.id, run)
  }
  return [...byId.values()].sort((a, b) => a.time - b.time)
}

function runOf(result: Partly<PerformanceResult>): Run | null {
  const { run_id, created_at, environment, performance_score, core_web_vitals: vitals } = result
  const time = Date.parse(created_at ?? '')
  if (!run_id || Number.isNaN(time)) return null
  return {
    id: run_id,
    time,
    device: environment?.device_profile ?? '',
    score: performance_score?.value ?? null,
    vitals: {
      lcp: vitals?.lcp.value_ms ?? null,
      inp: vitals?.inp.value_ms ?? null,
      cls: vitals?.cls.value ?? null,
      fcp: vitals?.fcp.value_ms ?? null,
      ttfb: vitals?.ttfb.value_ms ?? null,
    },
    isDisturbed: environment?.contention?.contaminated ?? false,
  }
}

/** The value of a run that a chart shows. */
export function measureOf(run: Run, measure: Measure): number | null {
  return measure === 'score' ? run.score : run.vitals[measure]
}

function normalized(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url
}
