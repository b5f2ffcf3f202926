import type { FetchedFile } from '#shared/ports/lookups.ts'
import type { TargetFacts } from '../audit/target-facts.ts'
import type { FetchedPage } from '../page.ts'
import type { Gathered, ParserAnswer, ParserTask, Questions, Wanted } from './messages.ts'
import { ParserQueue, type Waiting } from './parser-queue.ts'
import { ParserThread, type ThreadOptions } from './parser-thread.ts'

export interface ParserPoolOptions extends ThreadOptions {
  readonly threads: number
}

/** A result as JSON, and the milliseconds that threads spent on it. */
export interface Extracted {
  readonly json: string
  /** Why the page is no answer to its address; null when it seems to be one. */
  readonly blocked: string | null
  readonly milliseconds: number
}

export interface ParserPool {
  /**
   * Extracts what is wanted of a page. What must be asked outside is asked by `gather` meanwhile, without holding a
   * thread. Urgent pages go before all others. The memory of the body may move to a thread: it is of no use afterwards.
   * Rejects with BudgetBreached when the page broke a budget, with the reason of `signal` when that is aborted while
   * the page waits for a thread.
   */
  extract(
    page: FetchedPage,
    wanted: Wanted,
    isUrgent: boolean,
    gather: Gather,
    signal: AbortSignal,
  ): Promise<Extracted>
  /**
   * Reads the HTML of a page that another one refers to, of which only a part may be there. The memory of the body may
   * move to a thread. Rejects as `extract` does.
   */
  readTarget(file: FetchedFile, isUrgent: boolean, signal: AbortSignal): Promise<TargetFacts>
  /** Ends all threads; what is not done yet rejects. */
  stop(): Promise<void>
}

export type Gather = (questions: Questions) => Promise<Gathered>

type Turn = Pick<Waiting, 'isUrgent' | 'home' | 'signal'>

interface Answered {
  readonly answer: ParserAnswer
  readonly thread: ParserThread
}

/** A program that can't be loaded won't be there a moment later either. */
const AFTER_FAILED_START_MS = 1000

export function startParserPool(options: ParserPoolOptions): ParserPool {
  const queue = new ParserQueue()
  const threads = Array.from({ length: options.threads }, () => new ParserThread(options, bury))
  let lastId = 0
  let isStopped = false

  function bury(dead: ParserThread): void {
    queue.fail(({ home }) => home === dead, orphaned())
    if (dead.isReady) replace(dead)
    else setTimeout(() => replace(dead), AFTER_FAILED_START_MS).unref()
  }

  function replace(dead: ParserThread): void {
    if (isStopped) return
    threads[threads.indexOf(dead)] = new ParserThread(options, bury)
    pump()
  }

  function pump(): void {
    for (const thread of threads) if (thread.isFree) queue.takeFor(thread)?.start(thread)
  }

  async function ask(task: ParserTask, turn: Turn): Promise<Answered> {
    turn.signal.throwIfAborted()
    if (isStopped) throw stopped()
    if (turn.home?.isDead) throw orphaned()
    return new Promise((resolve, fail) => {
      const perform = (thread: ParserThread) => thread.ask(task).then((answer) => ({ answer, thread }))
      queue.add({ task, ...turn, fail, start: (thread) => resolve(perform(thread).finally(pump)) })
      pump()
    })
  }

  return {
    extract: (page, wanted, isUrgent, gather, signal) =>
      extractBy({ ask, pump }, { id: ++lastId, page, wanted }, { isUrgent, signal }, gather),
    async readTarget(file, isUrgent, signal) {
      const { answer } = await ask({ kind: 'target', id: ++lastId, file }, { isUrgent, signal, home: null })
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
  ask(task: ParserTask, turn: Turn): Promise<Answered>
  /** Something may fit now. */
  pump(): void
}

async function extractBy(
  { ask, pump }: Threads,
  page: Pick<ParserTask & { kind: 'parse' }, 'id' | 'page' | 'wanted'>,
  turn: Omit<Turn, 'home'>,
  gather: Gather,
): Promise<Extracted> {
  const { id } = page
  const first = await ask({ kind: 'parse', ...page }, { ...turn, home: null })
  if (first.answer.kind !== 'questions') return done(first.answer, 0)
  const home = first.thread
  try {
    const gathered = await gather(first.answer.questions)
    const last = await ask({ kind: 'finish', id, gathered }, { ...turn, home })
    return done(last.answer, first.answer.milliseconds)
  } catch (error) {
    home.forget(id)
    pump()
    throw error
  }
}

function orphaned(): Error {
  return new Error('the parser thread that knew the page is gone')
}

function stopped(): Error {
  return new Error('the parsers were stopped')
}

function unexpected({ kind }: ParserAnswer): Error {
  return new Error(`unexpected answer of a parser thread: ${kind}`)
}

function done(answer: ParserAnswer, before: number): Extracted {
  if (answer.kind !== 'done') throw unexpected(answer)
  const { json, blocked, milliseconds } = answer
  return { json, blocked, milliseconds: before + milliseconds }
}
