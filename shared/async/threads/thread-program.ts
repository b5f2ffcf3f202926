import { parentPort } from 'node:worker_threads'
import { type Failure, isUnavailable } from '#shared/errors.ts'

/** What a thread does: functions by name, which may return promises. Inputs and results are cloned between the threads. */
export type ThreadProgram = Readonly<Record<string, (input: never) => unknown>>

/** A call of a function of the program. */
export interface ThreadCall {
  readonly name: string
  readonly input: unknown
}

/**
 * `ready` comes once, when the thread has loaded its program; then comes one answer for each call. `unavailable` is the message of
 * a failure `SERVICE_UNAVAILABLE`: as an error it would lose its code on the way.
 */
export type ThreadMessage =
  | 'ready'
  | { readonly result: unknown }
  | { readonly error: unknown }
  | { readonly unavailable: string; readonly cause: unknown }

/** Makes this thread perform calls of the program, one at a time. Does nothing in the main thread. */
export function serveProgram(program: ThreadProgram): void {
  const reply = (message: ThreadMessage) => parentPort?.postMessage(message)
  parentPort?.on('message', async ({ name, input }: ThreadCall) => {
    try {
      reply({ result: await program[name]?.(input as never) })
    } catch (error) {
      reply(isUnavailable(error) ? unavailableMessage(error as Failure) : { error })
    }
  })
  reply('ready')
}

function unavailableMessage({ message, cause }: Failure): ThreadMessage {
  return { unavailable: message, cause }
}
