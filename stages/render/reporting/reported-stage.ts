import type { Consumer } from '#shared/consumer/consumer.ts'
import { type LoadTracker, makeLoadTracker } from '#shared/consumer/pool/load-tracker.ts'
import type { Notices } from '#shared/ports/result-store.ts'
import { runStage } from '#shared/stage/run-stage.ts'
import type { StageHandler } from '#shared/stage/stage-handler.ts'
import type { StageOptions } from '#shared/stage/stage-options.ts'
import { reportLoad } from './load-report.ts'

/** How often the load is reported to the gateways, in milliseconds. */
const LOAD_REPORT_MS = 1000

/**
 * Runs a stage, and reports its interactive load to the gateways until it has drained. The handler that `makeHandler`
 * answers records in the tracker how long its jobs took.
 */
export async function runReportedStage(
  makeHandler: (load: Pick<LoadTracker, 'recordDuration'>) => StageHandler,
  options: StageOptions,
  store: Pick<Notices, 'postNotice' | 'removeNotice'>,
): Promise<Pick<Consumer, 'drain'>> {
  const { slots, limits } = options.pool
  const load = makeLoadTracker({ slots, perOwner: limits.perTenant ?? slots })
  const consumer = await runStage(makeHandler(load), {
    ...options,
    pool: { ...options.pool, loadTracker: load },
  })
  const endReport = reportLoad({
    ...{ store, load },
    isGivenJobs: () => consumer.partitions('interactive') > 0,
    intervalMs: LOAD_REPORT_MS,
  })
  return {
    async drain(graceMs) {
      await consumer.drain(graceMs)
      await endReport()
    },
  }
}
