import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { MetricsSnapshot } from '#shared/adapters/telemetry/prometheus-metrics.ts'
import type { Config } from '#shared/config/config.ts'
import { consumerGroups } from '#shared/messages/consumer-groups.ts'
import type { Component } from '#shared/runtime.ts'
import { StartError } from './parts.ts'
import { type FromRender, newsOf, type RenderStart, type ToRender } from './render-messages.ts'

/** The process that runs the render part, and is replaced whenever it ends. */
export interface RenderChild extends Component {
  /** Resolves when the part runs. Rejects with StartError when it says that it can't. */
  start(start: RenderStart): Promise<void>
  /** This process has appended to these topics. */
  news(topics: readonly string[]): void
  /** The other process has appended. */
  onNews(hear: (topics: readonly string[]) => void): void
  /** What the process has counted; nothing when it does not answer soon. */
  figures(): Promise<readonly MetricsSnapshot[]>
}

const PROGRAM = fileURLToPath(new URL('./render-process.ts', import.meta.url))
const CHECK_MS = 1000
const FIGURES_MS = 500
/** What closing takes after the grace. */
const CLOSE_MS = 4000
/** Before a new process is started: doubled up to the most, until one lives that long. */
const REST_MS = 100
const MAX_REST_MS = 10_000

const topicsOfRender = new Set(
  consumerGroups.filter(({ stage }) => stage === 'render').flatMap(({ topics }) => topics),
)

/** Starts the process at once, so that it loads while this one opens what the parts stand on. */
export function forkRender(config: Config, logger: Logger): RenderChild {
  const ready = Promise.withResolvers<void>()
  const asked = new Map<number, (figures: readonly MetricsSnapshot[]) => void>()
  let hearNews: (topics: readonly string[]) => void = () => {}
  let given: RenderStart | null = null
  let lastId = 0
  const renewed = () => (given === null ? null : { kind: 'start' as const, start: given })
  const forked = keepForked(config, logger, hear, renewed)
  const tellNews = newsOf((topics) => forked.tell({ kind: 'news', topics }))

  function hear(message: FromRender): void {
    if (message.kind === 'ready') ready.resolve()
    if (message.kind === 'news') hearNews(message.topics)
    if (message.kind === 'figures') asked.get(message.id)?.([message.figures])
    if (message.kind !== 'failed') return
    ready.reject(new StartError(message.reason))
    logger.error({ reason: message.reason }, 'the render part could not be started')
  }

  return {
    async start(start) {
      given = start
      void forked.tell({ kind: 'start', start })
      await ready.promise
    },
    news(topics) {
      const some = topics.filter((topic) => topicsOfRender.has(topic))
      if (some.length > 0) tellNews(some)
    },
    onNews(hear) {
      hearNews = hear
    },
    figures() {
      const id = ++lastId
      const answer = Promise.withResolvers<readonly MetricsSnapshot[]>()
      asked.set(id, answer.resolve)
      void forked.tell({ kind: 'figures', id })
      const none = delay(FIGURES_MS, [], { ref: false })
      return Promise.race([answer.promise, none]).finally(() => asked.delete(id))
    },
    stop: forked.stop,
  }
}

interface Forked extends Component {
  /** Resolves when the message is written, or can't be. */
  tell(message: ToRender): Promise<void>
}

/** Replaces the process whenever it ends, until it is stopped; a new one is told `renewed` first. */
function keepForked(
  config: Config,
  logger: Logger,
  hear: (message: FromRender) => void,
  renewed: () => ToRender | null,
): Forked {
  let isStopping = false
  let restMs = REST_MS
  let child = forkOne()

  function forkOne(): ChildProcess {
    const since = performance.now()
    const forked = fork(PROGRAM, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const endWatch = watchSilence(forked, config.RENDER_SILENCE_MS, logger)
    forked.on('message', (message) => hear(message as FromRender))
    forked.on('error', (err) => logger.error({ err }, 'the process of the render part has trouble'))
    forked.once('exit', (code, signal) => {
      endWatch()
      if (isStopping) return
      restMs = performance.now() - since > MAX_REST_MS ? REST_MS : Math.min(MAX_REST_MS, restMs * 2)
      logger.error({ code, signal, restMs }, 'the process of the render part ended; a new one is started')
      setTimeout(replace, restMs).unref()
    })
    return forked
  }

  function replace(): void {
    if (isStopping) return
    child = forkOne()
    const message = renewed()
    if (message !== null) void tell(message)
  }

  function tell(message: ToRender): Promise<void> {
    return new Promise((resolve) => {
      if (!child.connected) return resolve()
      child.send(message, () => resolve())
    })
  }

  async function stop(graceMs: number): Promise<void> {
    isStopping = true
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    void tell({ kind: 'stop', graceMs })
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs + CLOSE_MS)
    await ended
    clearTimeout(timer)
  }

  return { tell, stop }
}

/**
 * Ends a process that gives no sign of life for so long. Counted in looks, not by the clock: a pause of this process, or
 * of the machine, is no silence of the other.
 */
function watchSilence(child: ChildProcess, silenceMs: number, logger: Logger): () => void {
  let looks = 0
  child.on('message', () => {
    looks = 0
  })
  const timer = setInterval(() => {
    looks++
    if (looks * CHECK_MS < silenceMs) return
    logger.error({ silenceMs }, 'the process of the render part gives no sign of life; it is ended')
    child.kill('SIGKILL')
  }, CHECK_MS).unref()
  return () => clearInterval(timer)
}
