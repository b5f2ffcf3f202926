import { withTimeoutOrNull } from '../../../shared/async/timeout-or-null.ts'
import type { Tab } from './tab.ts'

/** A function that runs in the page, on its own: it reaches nothing but its argument and the functions it names. */
export interface PageScript<Input, Output> {
  readonly main: (input: Input) => Output | Promise<Output>
  // biome-ignore lint/complexity/noBannedTypes: their text is all that counts
  readonly uses?: readonly Function[]
}

/** JavaScript beside the page's own: it sees the page's document, and the page's scripts don't see it. */
export interface IsolatedWorld {
  /** Waits for the page however long it is busy, which the job's deadline ends. Rejects with WorldLost when it went elsewhere. */
  run<Input, Output>(script: PageScript<Input, Output>, input: Input): Promise<Output>
  /** As `run`, but resolves with null when the page is too busy to answer in time. */
  runWithin<Input, Output>(
    script: PageScript<Input, Output>,
    input: Input,
    timeoutMs: number,
  ): Promise<Output | null>
  /** Rejects with WorldLost when the page has gone elsewhere. */
  assertAlive(): Promise<void>
}

/** The document is gone, and its world with it. */
export class ContextDestroyed extends Error {
  override readonly name = 'WorldLost'
}

const WORLD_NAME = 'pageprobe-capture'

export async function openIsolatedWorld({ cdp, frameId, guard }: Tab): Promise<IsolatedWorld> {
  const { executionContextId: contextId } = await guard(
    cdp.send('Page.createIsolatedWorld', { frameId, worldName: WORLD_NAME }),
  )
  const run: IsolatedWorld['run'] = async (script, input) => {
    const expression = toExpression(script, input)
    const options = { contextId, awaitPromise: true, returnByValue: true }
    const answer = cdp.send('Runtime.evaluate', { ...options, expression })
    const seen = await guard(answer.catch((error: Error) => Promise.reject(toContextDestroyed(error))))
    if (seen.exceptionDetails) throw new Error(seen.exceptionDetails.exception?.description ?? 'It threw')
    return seen.result.value
  }
  return {
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
    ? new ContextDestroyed('The page left while it was captured', { cause: error })
    : error
}
