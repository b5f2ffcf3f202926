import type { CDPSession, Protocol } from 'puppeteer-core'
import { prepareTargets } from './prepare-targets.ts'
import type { Tab } from './tab.ts'

/** JavaScript beside the page's own, in one document of one frame: it sees the document, and the page's scripts don't see it. */
export interface FrameWorld {
  readonly session: CDPSession
  readonly frameId: string
  readonly contextId: number
  /** Rejects when the document is gone, or the expression throws. */
  evaluate<T>(expression: string): Promise<T>
  /** As `evaluate`, among the page's own scripts. */
  evaluateInPage<T>(expression: string): Promise<T>
}

export interface FrameWorlds {
  /** Of the documents there are now. */
  all(): readonly FrameWorld[]
}

export interface FrameWorldsOptions {
  readonly tab: Tab
  /** Runs first in each document; `pageprobeSend(text)` is there. */
  readonly contentScript: string
  onMessage(world: FrameWorld, text: string): void
}

const WORLD_NAME = 'pageprobe-consent'
const BINDING = 'pageprobeSend'

/** Opens a world in each document that the page and its frames will have, of other sites too. */
export async function openFrameWorlds({
  tab,
  contentScript,
  onMessage,
}: FrameWorldsOptions): Promise<FrameWorlds> {
  const sessions = new Set<SessionWorlds>()
  await prepareTargets(tab, async (session) => {
    const sessionWorlds = trackSessionWorlds(session)
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
  return { all: () => [...sessions].flatMap((sessionWorlds) => sessionWorlds.all()) }
}

interface SessionWorlds {
  get(contextId: number): FrameWorld | undefined
  all(): FrameWorld[]
}

function trackSessionWorlds(session: CDPSession): SessionWorlds {
  const worlds = new Map<number, FrameWorld>()
  const pageContexts = new Map<string, number>()
  session.on('Runtime.executionContextCreated', ({ context }) => {
    const { frameId, isDefault } = context.auxData as { frameId: string; isDefault: boolean }
    if (isDefault) pageContexts.set(frameId, context.id)
    else if (context.name === WORLD_NAME)
      worlds.set(context.id, makeFrameWorld(session, context, frameId, pageContexts))
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

type ExecutionContext = Protocol.Runtime.ExecutionContextDescription

function makeFrameWorld(
  session: CDPSession,
  { id }: ExecutionContext,
  frameId: string,
  pageContexts: ReadonlyMap<string, number>,
): FrameWorld {
  const evaluateIn = async <T>(expression: string, contextId: number | undefined): Promise<T> => {
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
    evaluate: (expression) => evaluateIn(expression, id),
    evaluateInPage: (expression) => evaluateIn(expression, pageContexts.get(frameId)),
  }
}
