import type { CDPSession, Protocol } from 'puppeteer-core'
import type { Tab } from '../tab.ts'
import { prepareTargets } from '../targets.ts'

/** JavaScript beside the page's own, in one document of one frame: it sees the document, and the page's scripts don't see it. */
export interface World {
  readonly session: CDPSession
  readonly frameId: string
  readonly contextId: number
  /** Rejects when the document is gone, or the expression throws. */
  evaluate<T>(expression: string): Promise<T>
  /** As `evaluate`, among the page's own scripts. */
  evaluateInPage<T>(expression: string): Promise<T>
}

export interface Worlds {
  /** Of the documents there are now. */
  all(): readonly World[]
}

export interface WorldsOptions {
  readonly tab: Tab
  /** Runs first in each document; `pageprobeSend(text)` is there. */
  readonly source: string
  onMessage(world: World, text: string): void
}

const NAME = 'pageprobe-consent'
const BINDING = 'pageprobeSend'

/** Opens a world in each document that the page and its frames will have, of other sites too. */
export async function openWorlds({ tab, source, onMessage }: WorldsOptions): Promise<Worlds> {
  const sessions = new Set<SessionWorlds>()
  await prepareTargets(tab, async (session) => {
    const own = worldsOf(session)
    sessions.add(own)
    session.on('Runtime.bindingCalled', ({ executionContextId, payload }) => {
      const world = own.get(executionContextId)
      if (world !== undefined) onMessage(world, payload)
    })
    await Promise.all([
      session.send('Runtime.enable'),
      session.send('Page.enable'),
      session.send('Runtime.addBinding', { name: BINDING, executionContextName: NAME }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: NAME }),
    ])
  })
  return { all: () => [...sessions].flatMap((own) => own.all()) }
}

interface SessionWorlds {
  get(contextId: number): World | undefined
  all(): World[]
}

function worldsOf(session: CDPSession): SessionWorlds {
  const worlds = new Map<number, World>()
  const pages = new Map<string, number>()
  session.on('Runtime.executionContextCreated', ({ context }) => {
    const { frameId, isDefault } = context.auxData as { frameId: string; isDefault: boolean }
    if (isDefault) pages.set(frameId, context.id)
    else if (context.name === NAME) worlds.set(context.id, worldIn(session, context, frameId, pages))
  })
  session.on('Runtime.executionContextDestroyed', ({ executionContextId }) =>
    worlds.delete(executionContextId),
  )
  session.on('Runtime.executionContextsCleared', () => worlds.clear())
  return {
    get: (contextId) => worlds.get(contextId),
    all: () => [...worlds.values()],
  }
}

type Context = Protocol.Runtime.ExecutionContextDescription

function worldIn(
  session: CDPSession,
  { id }: Context,
  frameId: string,
  pages: ReadonlyMap<string, number>,
): World {
  const run = async <T>(expression: string, contextId: number | undefined): Promise<T> => {
    if (contextId === undefined) throw new Error('The document is gone')
    const options = { expression, contextId, awaitPromise: true, returnByValue: true }
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', options as never)
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }
  return {
    session,
    frameId,
    contextId: id,
    evaluate: (expression) => run(expression, id),
    evaluateInPage: (expression) => run(expression, pages.get(frameId)),
  }
}
