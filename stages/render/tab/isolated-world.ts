import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import type { Tab } from './tab.ts'

/** A function that is serialized into the page: it can use its argument, globals of the page, and the functions in `uses`. */
export interface PageScript<Input, Output> {
  readonly main: (input: Input) => Output | Promise<Output>
  // biome-ignore lint/complexity/noBannedTypes: only the source text of the functions is used
  readonly uses?: readonly Function[]
}

/** An isolated world: it shares the document with the page, but not JavaScript objects; scripts of the page cannot see it. */
export interface IsolatedWorld {
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
  override readonly name = 'WorldLost'
}

const WORLD_NAME = 'pageprobe-capture'

/** Creates an isolated world in the document that the main frame shows. It ends with that document. */
export async function openIsolatedWorld({ cdp, frameId, guard }: Tab): Promise<IsolatedWorld> {
  const { executionContextId: contextId } = await guard(
    cdp.send('Page.createIsolatedWorld', { frameId, worldName: WORLD_NAME }),
  )
  const run: IsolatedWorld['run'] = async (script, input) => {
    const expression = toExpression(script, input)
    const options = { contextId, awaitPromise: true, returnByValue: true }
    const evaluation = cdp.send('Runtime.evaluate', { ...options, expression })
    const evaluated = await guard(
      evaluation.catch((error: Error) => Promise.reject(toContextDestroyed(error))),
    )
    if (evaluated.exceptionDetails)
      throw new Error(evaluated.exceptionDetails.exception?.description ?? 'It threw')
    return evaluated.result.value
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
    ? new ContextDestroyed('The page navigated away', { cause: error })
    : error
}
