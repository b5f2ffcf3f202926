import type { CDPSession } from 'puppeteer-core'
import type { OptionalMetrics } from '../optional-metrics.ts'
import type { LoggedRequest } from '../requests/logged-request.ts'
import type { CodeFindings } from './analyse-code.ts'
import type { CodePool } from './code.worker.ts'
import { type CollectedCode, makeCodeProbe } from './code-probe.ts'

/** Time limits in milliseconds: of starting the probe, of collecting the code, and of looking at it; of waiting for that. */
const limits = { start: 500, collect: 1500, analyse: 300, analysed: 1500 }
/** Shares its memory with other buffers, so that it stays here. */
const nothing = Buffer.from('x')

const none: CodeFindings = { coverage: null, duplicatedCode: null, legacyCode: null }

export interface CodeMeasurementOptions {
  readonly metrics: OptionalMetrics
  readonly codePool: CodePool
  /** The page: one whose scripts exceed the limits of the thread waits for other pages. */
  readonly url: string
  readonly signal: AbortSignal
}

/** Measures the code of a page while it is loaded again; `coverage` is missing when that fails. */
export function makeCodeMeasurement({ metrics, codePool, url, signal }: CodeMeasurementOptions) {
  let probe: ReturnType<typeof makeCodeProbe> | null = null
  let collected: CollectedCode | null = null
  const start = async (session: CDPSession) => {
    const made = makeCodeProbe(session)
    await made.start()
    return made
  }
  const analyse = (code: CollectedCode): Promise<CodeFindings> => {
    const options = { tenant: url, isUrgent: false, signal, moved: nothing }
    return codePool.run('analyse', { ...code, budgetMs: limits.analyse }, options)
  }
  return {
    /** Starts in a session with the page, before it is loaded. Rejects only when the tab is lost. */
    async start(session: CDPSession): Promise<void> {
      probe = await metrics.measure('coverage', limits.start, () => start(session), null)
    },
    /** Collects the code of the loaded page, within `budgetMs` milliseconds. Rejects only when the tab is lost. */
    async collect(requests: readonly LoggedRequest[], budgetMs: number): Promise<void> {
      if (probe === null) return
      const { collect } = probe
      const maxMs = Math.min(limits.collect, budgetMs)
      collected = await metrics.measure('coverage', maxMs, () => collect(requests), null)
    },
    /** The findings on what was collected. Rejects only when the tab is lost. */
    async findings(): Promise<CodeFindings> {
      const code = collected
      if (code === null) {
        if (!('coverage' in metrics.missing))
          metrics.markMissing('coverage', metrics.missing.second_view ?? 'no_time')
        return none
      }
      return metrics.measure('coverage', limits.analysed, () => analyse(code), none)
    },
  }
}

export type CodeMeasurement = Pick<ReturnType<typeof makeCodeMeasurement>, 'start' | 'collect'>
