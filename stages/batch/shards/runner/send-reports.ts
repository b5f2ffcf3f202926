import { isUnavailable } from '#shared/errors.ts'
import type { PartReport } from '../commands.ts'
import { untilTick } from './pace/until-tick.ts'
import type { RunnerParts } from './runner-parts.ts'

/** Sends the reports of a shard. */
export interface ReportSender {
  /** Runs until the runner stops, then rejects. */
  run(): Promise<never>
  /** The homes have the last report of each part. */
  isIdle(): boolean
}

/** Reports that wait. The store holds further ones. */
const MAX_WAITING = 10_000
/** Reports under way at the same time. */
const MAX_SENDING = 200
/** The state is looked at this often even without a notification. */
const POLL_MS = 10_000
/** Ends a part whose batch its home does not know, whatever it was told before. */
const LAST_VERSION = Number.MAX_SAFE_INTEGER

/** The last report of each part that its home does not have. */
function makeWaiting(intervalMs: number) {
  /** By batch; those that were tried come last. */
  const reports = new Map<string, PartReport>()
  /** Batches whose report was not tried since its part had no open items. */
  const urgent = new Set<string>()
  /** When the report of a batch was tried, within the last interval; the earliest first. */
  const tried = new Map<string, number>()

  function forgetBefore(time: number): void {
    for (const [batch, at] of tried) {
      if (at > time) return
      tried.delete(batch)
    }
  }

  return {
    size: () => reports.size,
    add(report: PartReport): void {
      reports.set(report.batch, report)
      if (report.open === 0) urgent.add(report.batch)
    },
    begin(report: PartReport, now: number): void {
      const { batch } = report
      urgent.delete(batch)
      for (const map of [reports, tried]) map.delete(batch)
      reports.set(batch, report)
      tried.set(batch, now)
    },
    /** Keeps a newer report of the part. */
    delivered(report: PartReport): void {
      if (reports.get(report.batch) === report) reports.delete(report.batch)
    },
    urgent: () => [...urgent].map((batch) => reports.get(batch) as PartReport),
    /** Those that were not tried for an interval. */
    due(now: number): PartReport[] {
      forgetBefore(now - intervalMs)
      return [...reports.values()].filter(({ batch }) => !tried.has(batch))
    },
  }
}

/**
 * Makes the sender: the last report of each part until its home has it. A part without open items waits for no interval,
 * and comes first. The others take turns, so that homes that cannot be reached keep nobody else waiting.
 */
export function makeReportSender(parts: RunnerParts, homeOf: (batch: string) => number): ReportSender {
  const { store, signal, pace } = parts
  const waiting = makeWaiting(pace.reportsMs)
  const sending = new Set<string>()

  function collect(): void {
    if (waiting.size() < MAX_WAITING) store.takeReports().forEach(waiting.add)
  }

  async function deliver(report: PartReport): Promise<void> {
    sending.add(report.batch)
    waiting.begin(report, performance.now())
    const isDelivered = await deliverReport(parts, homeOf(report.batch), report)
    sending.delete(report.batch)
    if (isDelivered) waiting.delivered(report)
  }

  /** Starts to send what is not under way. A newer report of the same part follows the one under way. */
  function send(reports: readonly PartReport[]): void {
    for (const report of reports) {
      if (sending.size >= MAX_SENDING) return
      if (!sending.has(report.batch)) void deliver(report)
    }
  }

  function sendDue(now: number): void {
    send(waiting.urgent())
    send(waiting.due(now))
  }

  async function run(): Promise<never> {
    const changes = parts.changesOf('state')
    for (;;) {
      signal.throwIfAborted()
      collect()
      sendDue(performance.now())
      await changes.next(waiting.size() > 0 ? pace.reportsMs : POLL_MS)
      await untilTick(pace.changesMs, signal)
    }
  }

  return {
    run,
    isIdle() {
      collect()
      return waiting.size() === 0
    },
  }
}

/** Resolves with whether the home has the report. A part of an unknown batch is removed. */
async function deliverReport(parts: RunnerParts, home: number, report: PartReport): Promise<boolean> {
  const { shards, send, store, logger, signal } = parts
  const { batch } = report
  try {
    const { isKnown } = await shards.send(home, { kind: 'report', report })
    if (!isKnown && !report.isGone) await send({ kind: 'phase', batch, phase: 'gone', version: LAST_VERSION })
    return true
  } catch (err) {
    if (!signal.aborted && !isUnavailable(err))
      logger.error({ err, shard: store.shard, batch }, 'a report cannot be sent')
    return false
  }
}
