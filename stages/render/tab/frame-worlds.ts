import type { CDPSession, Protocol } from 'puppeteer-core'
import { prepareTargets } from './prepare-targets.ts'
import type { Tab } from './tab.ts'

/** An isolated world in the document of one frame: scripts of the page cannot see it. */
export interface FrameWorld {
  readonly session: CDPSession
  readonly frameId: string
  readonly contextId: number
  /** Rejects when the document is gone, and when the expression throws. */
  evaluate<T>(expression: string): Promise<T>
  /** Like `evaluate`, in the world of the page's own scripts. */
  evaluateInPage<T>(expression: string): Promise<T>
}

export interface FrameWorlds {
  /** The worlds of all current documents. */
  all(): readonly FrameWorld[]
}

export interface FrameWorldsOptions {
  readonly tab: Tab
  /** Runs first in each document. It can call `pageprobeSend(text)`. */
  readonly contentScript: string
  onMessage(world: FrameWorld, text: string): void
}

const WORLD_NAME = 'pageprobe-consent'
const BINDING = 'pageprobeSend'

/** Creates an isolated world in each future document of the page and its frames, including frames of other sites. */
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
