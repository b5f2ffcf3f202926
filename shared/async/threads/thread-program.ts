import { parentPort } from 'node:worker_threads'

/** What a thread does: functions by name. Inputs and results are cloned between the threads. */
export type ThreadProgram = Readonly<Record<string, (input: never) => unknown>>

/** A call of a function of the program. */
export interface ThreadCall {
  readonly name: string
  readonly input: unknown
}

/** `ready` comes once, when the thread has loaded its program; then comes one answer for each call. */
export type ThreadMessage = 'ready' | { readonly result: unknown } | { readonly error: unknown }

/** Makes this thread perform calls of the program, one at a time. Does nothing in the main thread. */
export function serveProgram(program: ThreadProgram): void {
  const reply = (message: ThreadMessage) => parentPort?.postMessage(message)
  parentPort?.on('message', ({ name, input }: ThreadCall) => {
    try {
      reply({ result: program[name]?.(input as never) })
    } catch (error) {
      reply({ error })
    }
  })
  reply('ready')
}
