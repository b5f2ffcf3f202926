import { setTimeout as sleep } from 'node:timers/promises'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import type { Semaphore } from '#shared/async/semaphore.ts'
import { unavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { Dispatch } from '../../frontier/frontier.ts'
import { makeNotifier, type Notifier } from '../../notifier.ts'
import type { Answer, Command } from '../commands.ts'
import type { ShardLogs } from '../logs/shard-logs.ts'
import { homeOf } from '../placement.ts'
import type { ShardStore } from '../shard-store.ts'
import type { Shards } from '../shards.ts'
import { appendEndings } from './append-endings.ts'
import { applyIntake, type IntakeOptions } from './apply-intake.ts'
import { type DispatchGate, makeDispatchGate } from './dispatch-gate.ts'
import { keepClean } from './keep-clean.ts'
import { makeEndingsPace } from './pace/endings-pace.ts'
import { passTime } from './pass-time.ts'
import { PendingAnswers } from './pending-answers.ts'
import type { RunnerPace, RunnerParts } from './runner-parts.ts'
import { sendNotices } from './send-notices.ts'
import { makeReportSender, type ReportSender } from './send-reports.ts'

export interface ShardRunnerOptions {
  /** The state of the shard. The caller closes it after `stop`. */
  readonly store: ShardStore
  readonly logs: ShardLogs
  /** All shards, with this one. */
  readonly shards: Pick<Shards, 'send' | 'count'>
  /** Saves result lines. Resolves with the milliseconds until the next call; null = there is nothing to save until the state changes. */
  saveLines(now: number): Promise<number | null>
  /** Shared by the runners of a process: each permit holds the outcomes of one command in memory. */
  readonly loads: Semaphore
  /** Called when there may be items to dispatch. */
  onDispatchable(): void
  /**
   * Throws `SERVICE_UNAVAILABLE` while there is no room for more items: commands that add some are refused before they are
   * in the intake, since what is there is applied by every owner. Absent: there is always room.
   */
  assertMayAdd?(): void
  readonly logger: Log
  /** Default: what suits many shards in a process. */
  readonly pace?: RunnerPace
}

/** Shared by all shards of the process. */
const PACE: RunnerPace = { endings: makeEndingsPace(), reportsMs: 500, changesMs: 100 }

/** Applies what happens to one shard, which this process owns. */
export interface ShardRunner {
  readonly store: ShardStore
  /** As `Shards.send`, to this shard. */
  send(command: Command): Promise<Answer>
  /**
   * Resolves once everything that was in both inputs at the start is applied. Rejects with `SERVICE_UNAVAILABLE` when the
   * runner stops before.
   */
  readonly isCaughtUp: Promise<void>
  /** As in `ShardStore`. Nothing is dispatched before the runner has caught up, and while the time of a batch ends. */
  readonly dispatchExpired: ShardStore['dispatchExpired']
  readonly dispatchOf: ShardStore['dispatchOf']
  /** Nobody waits for an answer, and other shards know what this one has to report. */
  isIdle(): boolean
  /**
   * Stops the runner: further commands are refused, and those under way are applied within `graceMs`. Who waits longer
   * gets `SERVICE_UNAVAILABLE`. Resolves when the store is not used any more.
   */
  stop(graceMs: number): Promise<void>
}

/** Starts the runner of a shard. It waits while the log is unavailable or the disk is full, and loses nothing. */
export function startShardRunner(options: ShardRunnerOptions): ShardRunner {
  const { store, logs } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const notifier = makeNotifier()
  const answers = new PendingAnswers(signal)
  const send = (command: Command) =>
    answers.send(async () => {
      if (adding.has(command.kind)) options.assertMayAdd?.()
      const offset = await logs.append(store.shard, command)
      notifier.notify('intake')
      return offset
    })
  const parts = makeParts(options, signal, notifier, send)
  const gate = makeDispatchGate()
  const reports = makeReportSender(parts, (batch) => homeOf(batch, options.shards.count))
  const caughtUp = Promise.withResolvers<void>()
  caughtUp.promise.catch(() => {})
  const stopWatching = logs.watch(store.shard, notifier.notify)
  const work = startWork({ ...options, parts, notifier, answers, gate, reports, caughtUp })
  const isIdle = () => answers.count === 0 && reports.isIdle()

  async function dispatching(work: () => Promise<Dispatch[]>): Promise<Dispatch[]> {
    const dispatches = await gate.dispatch(work)
    if (dispatches.length > 0) notifier.notify('state')
    return dispatches
  }

  return {
    store,
    send,
    isIdle,
    isCaughtUp: caughtUp.promise,
    dispatchExpired: (limit) => dispatching(() => store.dispatchExpired(limit)),
    dispatchOf: (...wanted) => dispatching(() => store.dispatchOf(...wanted)),
    async stop(graceMs) {
      const end = performance.now() + graceMs
      answers.close()
      await gate.end()
      while (answers.count > 0 && performance.now() < end) await sleep(IDLE_LOOK_MS)
      stopping.abort()
      stopWatching()
      caughtUp.reject(unavailable('shard'))
      for (const subject of ['intake', 'ended', 'state']) notifier.notify(subject)
      await work
    },
  }
}

const IDLE_LOOK_MS = 20
/** Lines are looked for this often even without a notification. */
const POLL_MS = 10_000
/** Commands that add items. */
const adding = new Set<Command['kind']>(['create', 'add', 'defer'])

function makeParts(
  { store, logs, shards, logger, pace = PACE }: ShardRunnerOptions,
  signal: AbortSignal,
  notifier: Notifier,
  send: RunnerParts['send'],
): RunnerParts {
  const onOtherError = (err: unknown) => {
    signal.throwIfAborted()
    logger.error({ err, shard: store.shard }, UNEXPECTED)
  }
  return {
    ...{ store, logs, shards, logger, pace, signal, send, pagesAhead: new Map() },
    retrying: (work) => retryWhileUnavailable(work, { signal, onOtherError }),
    changesOf: (subject) => notifier.subscribe(subject),
  }
}

interface WorkOptions extends ShardRunnerOptions {
  readonly parts: RunnerParts
  readonly notifier: Notifier
  readonly answers: PendingAnswers
  readonly gate: DispatchGate
  readonly reports: ReportSender
  readonly caughtUp: PromiseWithResolvers<void>
}

/** Starts all work of the runner. Resolves when it has ended after the abort. */
async function startWork(options: WorkOptions): Promise<void> {
  const { parts, notifier, answers, gate, reports, caughtUp } = options
  const onState = () => {
    notifier.notify('state')
    options.onDispatchable()
  }
  const intake: IntakeOptions = {
    ...parts,
    answers,
    limited: (work) => options.loads.run(work, parts.signal),
    onApplied: onState,
  }
  const loops: (() => Promise<never>)[] = [
    () => applyIntake(intake),
    () => followEndings(parts, caughtUp.resolve),
    async () => {
      await caughtUp.promise
      gate.open()
      onState()
      return passTime({ ...parts, gate })
    },
    async () => {
      // A report has the position in the intake, which may be that of a former log until then.
      await caughtUp.promise
      return reports.run()
    },
    () => sendNotices(parts),
    () => keepClean(parts, onState),
    () => saveLines(parts, options),
  ]
  await Promise.all(loops.map((loop) => keepRunning(parts, loop)))
}

async function followEndings(parts: RunnerParts, onCaughtUp: () => void): Promise<never> {
  // What was in the intake before this tick is applied before it.
  await parts.retrying(() => parts.send({ kind: 'tick' }))
  return appendEndings(parts, onCaughtUp)
}

async function saveLines(parts: RunnerParts, { saveLines: save }: ShardRunnerOptions): Promise<never> {
  const changes = parts.changesOf('state')
  for (;;) {
    const wait = await parts.retrying(() => save(performance.now()))
    if (wait === null) await changes.next(POLL_MS)
    else await sleep(wait, undefined, { signal: parts.signal })
    parts.signal.throwIfAborted()
  }
}

const UNEXPECTED = 'the runner of a shard failed unexpectedly'
const AGAIN_MS = 1000

/** Runs a loop until the abort, and starts it again after an error that nobody expects. */
async function keepRunning(
  { signal, store, logger }: RunnerParts,
  loop: () => Promise<never>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await loop()
    } catch (err) {
      if (signal.aborted) return
      logger.error({ err, shard: store.shard }, UNEXPECTED)
      await sleep(AGAIN_MS)
    }
  }
}
