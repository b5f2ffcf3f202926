import { setImmediate as turn } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import { serveProgram } from '#shared/async/threads/thread-program.ts'
import { unavailable } from '#shared/errors.ts'

/** A program for the tests of the pool. */
const program = {
  echo: ({ bytes }: { readonly bytes: Uint8Array }) => Buffer.from(bytes).toString(),
  threadId: () => threadId,
  fail(): never {
    throw new RangeError('out of range')
  },
  /** Rejects a moment later. */
  async away(): Promise<never> {
    await turn()
    throw unavailable('store', new Error('reset'))
  },
  exit(): void {
    process.exit()
  },
  /** Never ends. */
  spin(): void {
    for (;;);
  },
  /** Takes more memory than there is. */
  hoard(): void {
    for (const kept: object[] = []; ; )
      kept.push({ parent: kept.at(-1), text: `a${kept.length}`, children: [] })
  },
  /** Ends as soon as another thread sets the first element. */
  wait(signal: Int32Array): void {
    Atomics.wait(signal, 0, 0)
  },
} as const
serveProgram(program)

export type Sample = typeof program
