import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { MetricsSnapshot } from '#shared/adapters/telemetry/prometheus-metrics.ts'
import type { Operation } from '#shared/errors.ts'
import { consumerGroups } from '#shared/messages/consumer-groups.ts'
import { isRendered } from '#shared/operations/rendered.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import type { Component } from '#shared/runtime.ts'
import { StartError } from '../process/parts.ts'
import { SILENCE_MS } from './main-thread-guard.ts'
import { coalesceTopics, type FromRender, type RenderStart, type ToRender } from './render-messages.ts'

/** The process that runs the render part; a new one replaces it whenever it ends. */
export interface RenderChild extends Component {
  /** Resolves when the part runs. Rejects with StartError when the part reports that it cannot run. */
  start(start: RenderStart): Promise<void>
  /** Tells the process that this one has appended records of its work. It finds the others later by itself. */
  notifyAppended(records: readonly NewRecord[]): void
  /** Registers a handler for topics that the process has appended to. */
  onAppended(onMessage: (topics: readonly string[]) => void): void
  /** `host:port` where the process prints documents; null until it runs. */
  printAddress(): string | null
  /** The metrics of the process; empty when it does not answer in time. */
  metrics(): Promise<readonly MetricsSnapshot[]>
}

const PROGRAM = fileURLToPath(new URL('./render-process.ts', import.meta.url))
const CHECK_MS = 1000
/** A process sends nothing until it has loaded its modules, which takes a minute on a slow machine that is busy. */
export const LOAD_MS = 300_000
const METRICS_TIMEOUT_MS = 500
/** Time to close after the grace period. */
const CLOSE_MS = 4000
/** Delay before a new process starts: doubled up to the maximum, until a process lives that long. */
const RESTART_DELAY_MS = 100
const MAX_RESTART_DELAY_MS = 10_000

const topicsOfRender = new Set(
  consumerGroups.filter(({ stage }) => stage === 'render').flatMap(({ topics }) => topics),
)

/** Whether the render part has work on the record, or may have: a request names its operation, as a rule. */
export function isForRender({ topic, headers }: NewRecord): boolean {
  if (!topicsOfRender.has(topic)) return false
  const operation = headers.ce_operation?.toString()
  return operation === undefined || isRendered(operation as Operation)
}

/** Starts the process at once, so that it loads while this one opens its adapters. */
export function forkRender(logger: Logger): RenderChild {
  const ready = Promise.withResolvers<void>()
  const pendingMetrics = new Map<number, (metrics: readonly MetricsSnapshot[]) => void>()
  let onRemoteAppend: (topics: readonly string[]) => void = () => {}
  let startMessage: RenderStart | null = null
  let printAddress: string | null = null
  let lastId = 0
  const restartMessage = () =>
    startMessage === null ? null : { kind: 'start' as const, start: startMessage }
  const forked = superviseProcess(logger, onMessage, restartMessage)
  const sendAppended = coalesceTopics((topics) => forked.send({ kind: 'news', topics }))

  function onMessage(message: FromRender): void {
    if (message.kind === 'ready') {
      printAddress = message.printAddress
      ready.resolve()
    }
    if (message.kind === 'news') onRemoteAppend(message.topics)
    if (message.kind === 'figures') pendingMetrics.get(message.id)?.([message.figures])
    if (message.kind !== 'failed') return
    ready.reject(new StartError(message.reason))
    logger.error({ reason: message.reason }, 'the render part could not be started')
  }

  return {
    async start(start) {
      startMessage = start
      void forked.send({ kind: 'start', start })
      await ready.promise
    },
    notifyAppended(records) {
      const topics = records.filter(isForRender).map(({ topic }) => topic)
      if (topics.length > 0) sendAppended(topics)
    },
    onAppended(onMessage) {
      onRemoteAppend = onMessage
    },
    printAddress: () => printAddress,
    metrics() {
      const id = ++lastId
      const reply = Promise.withResolvers<readonly MetricsSnapshot[]>()
      pendingMetrics.set(id, reply.resolve)
      void forked.send({ kind: 'figures', id })
      const noMetrics = delay(METRICS_TIMEOUT_MS, [], { ref: false })
      return Promise.race([reply.promise, noMetrics]).finally(() => pendingMetrics.delete(id))
    },
    stop: forked.stop,
  }
}

interface SupervisedProcess extends Component {
  /** Resolves when the message is written, or cannot be. */
  send(message: ToRender): Promise<void>
}

/** Replaces the process whenever it ends, until `stop`. A new process receives `restartMessage` first. */
function superviseProcess(
  logger: Logger,
  onMessage: (message: FromRender) => void,
  restartMessage: () => ToRender | null,
): SupervisedProcess {
  let isStopping = false
  let restMs = RESTART_DELAY_MS
  let child = forkProcess()

  function forkProcess(): ChildProcess {
    const since = performance.now()
    const forked = fork(PROGRAM, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const stopWatching = watchProcess(forked, logger)
    forked.on('message', (message) => onMessage(message as FromRender))
    forked.on('error', (err) => logger.error({ err }, 'the process of the render part reported an error'))
    forked.once('exit', (code, signal) => {
      stopWatching()
      if (isStopping) return
      restMs =
        performance.now() - since > MAX_RESTART_DELAY_MS
          ? RESTART_DELAY_MS
          : Math.min(MAX_RESTART_DELAY_MS, restMs * 2)
      logger.error({ code, signal, restMs }, 'the process of the render part ended; starting a new one')
      setTimeout(restart, restMs).unref()
    })
    return forked
  }

  function restart(): void {
    if (isStopping) return
    child = forkProcess()
    const message = restartMessage()
    if (message !== null) void send(message)
  }

  function send(message: ToRender): Promise<void> {
    return new Promise((resolve) => {
      if (!child.connected) return resolve()
      child.send(message, () => resolve())
    })
  }

  async function stop(graceMs: number): Promise<void> {
    isStopping = true
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    void send({ kind: 'stop', graceMs })
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs + CLOSE_MS)
    await ended
    clearTimeout(timer)
  }

  return { send, stop }
}

/**
 * Ends a process that has not loaded within `LOAD_MS`, or sends no message for `SILENCE_MS` from then on. Time is counted in checks, not
 * by the clock: a pause of this process, or of the machine, does not count as silence.
 */
function watchProcess(child: ChildProcess, logger: Logger): () => void {
  let silentChecks = 0
  let limitMs = LOAD_MS
  child.on('message', () => {
    silentChecks = 0
    limitMs = SILENCE_MS
  })
  const timer = setInterval(() => {
    silentChecks++
    if (silentChecks * CHECK_MS < limitMs) return
    const state = limitMs === LOAD_MS ? 'has not loaded' : 'sends no heartbeat'
    logger.error({ silenceMs: limitMs }, `the process of the render part ${state}; ending it`)
    child.kill('SIGKILL')
  }, CHECK_MS).unref()
  return () => clearInterval(timer)
}
