import type { CDPSession, Protocol } from 'puppeteer-core'
import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import { prepareTargets } from './prepare-targets.ts'
import type { Tab } from './tab.ts'

/** A function that is serialized into the page: it can use its argument, globals of the page, and the functions in `uses`. */
export interface PageScript<Input, Output> {
  readonly main: (input: Input) => Output | Promise<Output>
  // biome-ignore lint/complexity/noBannedTypes: only the source text of the functions is used
  readonly uses?: readonly Function[]
}

/** An isolated world: it shares the document with the page, but not JavaScript objects; scripts of the page cannot see it. */
export interface IsolatedWorld {
  /** In the session of the tab. */
  readonly contextId: number
  /** Waits for a busy page until the deadline of the job. Rejects with `ContextDestroyed` when the page has navigated away. */
  run<Input, Output>(script: PageScript<Input, Output>, input: Input): Promise<Output>
  /** Like `run`, but resolves with null when the page does not answer within `timeoutMs`. */
  runWithin<Input, Output>(
    script: PageScript<Input, Output>,
    input: Input,
    timeoutMs: number,
  ): Promise<Output | null>
  /** Rejects with `ContextDestroyed` when the page has navigated away. */
  assertAlive(): Promise<void>
}

/** The document is gone, and its isolated world with it. */
export class ContextDestroyed extends Error {
  override readonly name = 'ContextDestroyed'
}

const MAIN_WORLD_NAME = 'pageprobe-capture'

/** Creates an isolated world in the document that the main frame shows. It ends with that document. */
export async function openIsolatedWorld({ cdp, frameId, guard }: Tab): Promise<IsolatedWorld> {
  const { executionContextId: contextId } = await guard(
    cdp.send('Page.createIsolatedWorld', { frameId, worldName: MAIN_WORLD_NAME }),
  )
  const run = async <Input, Output>(script: PageScript<Input, Output>, input: Input): Promise<Output> => {
    const evaluation = evaluate<Output>(cdp, contextId, toExpression(script, input))
    return guard(evaluation.catch((error: Error) => Promise.reject(toContextDestroyed(error))))
  }
  return {
    contextId,
    run,
    assertAlive: () => run(noop, null),
    runWithin: (script, input, timeoutMs) => withTimeoutOrNull(run(script, input), timeoutMs),
  }
}

const noop: PageScript<null, void> = { main: () => undefined }

function toExpression<Input, Output>({ main, uses = [] }: PageScript<Input, Output>, input: Input): string {
  return `(() => {\n${uses.join('\n')}\nreturn (${main})(${JSON.stringify(input)})\n})()`
}

const CONTEXT_GONE = /cannot find context|context was destroyed|navigated or closed/i

function toContextDestroyed(error: Error): Error {
  return CONTEXT_GONE.test(error.message)
    ? new ContextDestroyed('The page navigated away', { cause: error })
    : error
}

/** An isolated world in the document of one frame: scripts of the page cannot see it. */
export interface FrameWorld {
  readonly session: CDPSession
  readonly frameId: string
  readonly contextId: number
  /** Rejects when the document is gone, and when the expression throws. */
  evaluate<T>(expression: string): Promise<T>
  /** Whether the value of the expression, or what it resolves to, is truthy in the world of the page's own scripts, which choose it. */
  isTruthyInPage(expression: string): Promise<boolean>
}

export type FrameWorlds = Awaited<ReturnType<typeof openFrameWorlds>>

export interface FrameWorldsOptions {
  readonly tab: Tab
  /** Runs first in each document. It can call `pageprobeSend(text)`. */
  readonly contentScript: string
  onMessage(world: FrameWorld, text: string): void
}

/** Documents of a page that have a world at a time, and in all. Further ones have none. */
export const MAX_WORLDS = 100
const MAX_DOCUMENTS = 1000

const WORLD_NAME = 'pageprobe-consent'
const BINDING = 'pageprobeSend'

/**
 * Creates an isolated world in each future document of the page and its frames, including frames of other sites. A page chooses how many
 * frames it has: see `MAX_WORLDS`.
 */
export async function openFrameWorlds({ tab, contentScript, onMessage }: FrameWorldsOptions) {
  const sessions = new Set<ReturnType<typeof trackSessionWorlds>>()
  const all = () => [...sessions].flatMap((sessionWorlds) => sessionWorlds.all())
  let documents = 0
  const admit = () => all().length < MAX_WORLDS && documents++ < MAX_DOCUMENTS
  await prepareTargets(tab, async (session) => {
    const sessionWorlds = trackSessionWorlds(session, admit)
    sessions.add(sessionWorlds)
    session.on('Runtime.bindingCalled', ({ executionContextId, payload }) => {
      const world = sessionWorlds.get(executionContextId)
      if (world !== undefined) onMessage(world, payload)
    })
    await Promise.all([
      session.send('Runtime.enable'),
      session.send('Page.enable'),
      session.send('Runtime.addBinding', { name: BINDING, executionContextName: WORLD_NAME }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: contentScript, worldName: WORLD_NAME }),
    ])
  })
  /** The worlds of all current documents. */
  return { all }
}

/** `admit`: whether one more document may have a world. */
function trackSessionWorlds(session: CDPSession, admit: () => boolean) {
  const worlds = new Map<number, FrameWorld>()
  const pageContexts = new Map<string, number>()
  session.on('Runtime.executionContextCreated', ({ context }) => {
    const { frameId, isDefault } = context.auxData as { frameId: string; isDefault: boolean }
    if (isDefault && (pageContexts.has(frameId) || pageContexts.size < MAX_DOCUMENTS))
      pageContexts.set(frameId, context.id)
    else if (context.name === WORLD_NAME && admit())
      worlds.set(context.id, makeFrameWorld(session, context.id, frameId, pageContexts))
  })
  session.on('Runtime.executionContextDestroyed', ({ executionContextId }) =>
    worlds.delete(executionContextId),
  )
  session.on('Runtime.executionContextsCleared', () => worlds.clear())
  return { get: (contextId: number) => worlds.get(contextId), all: () => [...worlds.values()] }
}

function makeFrameWorld(
  session: CDPSession,
  contextId: number,
  frameId: string,
  pageContexts: ReadonlyMap<string, number>,
): FrameWorld {
  return {
    session,
    frameId,
    contextId,
    evaluate: (expression) => evaluate(session, contextId, expression),
    isTruthyInPage: (expression) =>
      evaluate(session, pageContexts.get(frameId), `(async () => !!(await (${expression})))()`),
  }
}

/** The value of the expression in a context. Rejects when the context is gone, and when the expression throws. */
async function evaluate<T>(
  session: CDPSession,
  contextId: number | undefined,
  expression: string,
): Promise<T> {
  if (contextId === undefined) throw new Error('The document is gone')
  const options = { expression, contextId, awaitPromise: true, returnByValue: true }
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', options)
  if (exceptionDetails) throw new Error(messageOf(exceptionDetails))
  return result.value
}

/** Characters of an error of the page that are kept. */
const MAX_ERROR_CHARS = 1000

function messageOf({ exception, text }: Protocol.Runtime.ExceptionDetails): string {
  return (exception?.description ?? text).slice(0, MAX_ERROR_CHARS)
}
