import type { FetchedFile } from '#shared/ports/lookups.ts'
import type { TargetFacts } from '../audit/target-facts.ts'
import type { PageInput } from '../facts/page-input.ts'
import type { LookupAnswers } from '../metadata/lookups-needed.ts'
import type { ExtractOptions, LookupsNeeded, ParserAnswer, ParserTask } from './messages.ts'
import { ParserQueue, type QueuedTask } from './parser-queue.ts'
import { ParserThread, type ThreadOptions } from './parser-thread.ts'

export interface ParserPoolOptions extends ThreadOptions {
  readonly threads: number
}

/** A result as JSON, with the milliseconds that threads spent on it. */
export interface Extracted {
  readonly json: string
  /** Why the response is a bot challenge or a refusal instead of the page; null for a page. */
  readonly blocked: string | null
  readonly milliseconds: number
}

export interface ParserPool {
  /**
   * Parses a page and builds the requested result. While `resolveLookups` is pending, the page holds no thread.
   * Urgent pages go before all others. The memory of the body may move to a thread: do not read it afterwards.
   * Rejects with `BudgetExceeded` when the page exceeds a budget, and with the reason of `signal` when that is
   * aborted while the page waits for a thread.
   */
  extract(
    page: PageInput,
    extractOptions: ExtractOptions,
    isUrgent: boolean,
    resolveLookups: ResolveLookups,
    signal: AbortSignal,
  ): Promise<Extracted>
  /**
   * Reads the HTML of a page that the audited page refers to; the body may be cut. The memory of the body may move
   * to a thread. Rejects as `extract` does.
   */
  readTarget(file: FetchedFile, isUrgent: boolean, signal: AbortSignal): Promise<TargetFacts>
  /** Ends all threads; unfinished work rejects. */
  stop(): Promise<void>
}

export type ResolveLookups = (neededLookups: LookupsNeeded) => Promise<LookupAnswers>

type TaskOptions = Pick<QueuedTask, 'isUrgent' | 'affinity' | 'signal'>

interface TaskResult {
  readonly answer: ParserAnswer
  readonly thread: ParserThread
}

/**
 * A program that cannot be loaded now cannot be loaded a moment later either: wait before the next start, in
 * milliseconds.
 */
const AFTER_FAILED_START_MS = 1000

/** Starts a pool of parser threads. A dead thread is replaced. */
export function startParserPool(options: ParserPoolOptions): ParserPool {
  const queue = new ParserQueue()
  const threads = Array.from({ length: options.threads }, () => new ParserThread(options, replaceDead))
  let lastId = 0
  let isStopped = false

  function replaceDead(dead: ParserThread): void {
    queue.fail(({ affinity }) => affinity === dead, threadLost())
    if (dead.isReady) replace(dead)
    else setTimeout(() => replace(dead), AFTER_FAILED_START_MS).unref()
  }

  function replace(dead: ParserThread): void {
    if (isStopped) return
    threads[threads.indexOf(dead)] = new ParserThread(options, replaceDead)
    dispatch()
  }

  function dispatch(): void {
    for (const thread of threads) if (thread.isFree) queue.takeNextFor(thread)?.start(thread)
  }

  async function submit(task: ParserTask, options: TaskOptions): Promise<TaskResult> {
    options.signal.throwIfAborted()
    if (isStopped) throw stopped()
    if (options.affinity?.isDead) throw threadLost()
    return new Promise((resolve, fail) => {
      const perform = (thread: ParserThread) => thread.run(task).then((answer) => ({ answer, thread }))
      queue.add({ task, ...options, fail, start: (thread) => resolve(perform(thread).finally(dispatch)) })
      dispatch()
    })
  }

  return {
    extract: (page, extractOptions, isUrgent, resolveLookups, signal) =>
      extractBy(
        { submit, dispatch },
        { id: ++lastId, page, extractOptions },
        { isUrgent, signal },
        resolveLookups,
      ),
    async readTarget(file, isUrgent, signal) {
      const { answer } = await submit(
        { kind: 'target', id: ++lastId, file },
        { isUrgent, signal, affinity: null },
      )
      if (answer.kind !== 'target') throw unexpected(answer)
      return answer.facts
    },
    async stop() {
      isStopped = true
      queue.fail(() => true, stopped())
      await Promise.all(threads.map((thread) => thread.stop()))
    },
  }
}

interface Threads {
  submit(task: ParserTask, options: TaskOptions): Promise<TaskResult>
  /** Starts queued tasks that fit on free threads. */
  dispatch(): void
}

async function extractBy(
  { submit, dispatch }: Threads,
  page: Pick<ParserTask & { kind: 'parse' }, 'id' | 'page' | 'extractOptions'>,
  options: Omit<TaskOptions, 'affinity'>,
  resolveLookups: ResolveLookups,
): Promise<Extracted> {
  const { id } = page
  const first = await submit({ kind: 'parse', ...page }, { ...options, affinity: null })
  if (first.answer.kind !== 'lookups_needed') return done(first.answer, 0)
  const affinity = first.thread
  try {
    const answers = await resolveLookups(first.answer.neededLookups)
    const last = await submit({ kind: 'finish', id, answers }, { ...options, affinity })
    return done(last.answer, first.answer.milliseconds)
  } catch (error) {
    affinity.release(id)
    dispatch()
    throw error
  }
}

function threadLost(): Error {
  return new Error('the parser thread that held the page has ended')
}

function stopped(): Error {
  return new Error('the parser pool is stopped')
}

function unexpected({ kind }: ParserAnswer): Error {
  return new Error(`unexpected answer of a parser thread: ${kind}`)
}

function done(answer: ParserAnswer, before: number): Extracted {
  if (answer.kind !== 'done') throw unexpected(answer)
  const { json, blocked, milliseconds } = answer
  return { json, blocked, milliseconds: before + milliseconds }
}
