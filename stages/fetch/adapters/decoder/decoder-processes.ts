import { unavailable } from '#shared/errors.ts'
import type { DecoderTasks } from '../../images/image-decoder.ts'
import { type DecoderProcess, startDecoderProcess } from './decoder-process.ts'

/**
 * Images of pages are decoded in processes of their own: native code cannot be stopped from outside, and may crash on a
 * hostile file.
 */
export interface DecoderProcesses extends DecoderTasks {
  /** Ends all processes. Running tasks reject. */
  close(): void
}

export interface DecoderProcessesOptions {
  /** Milliseconds. A process without a task for this time ends. */
  readonly idleMs: number
}

const SERVICE = 'image decoder'

/**
 * Makes a pool without processes. A task takes an idle process, or starts one, and is alone in it: the callers limit how
 * many tasks run at a time.
 */
export function makeDecoderProcesses({ idleMs }: DecoderProcessesOptions): DecoderProcesses {
  const all = new Set<DecoderProcess>()
  const idle = new Map<DecoderProcess, NodeJS.Timeout>()
  let isClosed = false

  async function take(): Promise<DecoderProcess> {
    for (const [one, timer] of [...idle].reverse()) {
      clearTimeout(timer)
      idle.delete(one)
      if (one.isAlive) return one
      all.delete(one)
    }
    const started = await startDecoderProcess()
    all.add(started)
    return started
  }

  function giveBack(one: DecoderProcess): void {
    if (isClosed || !one.isAlive) end(one)
    else idle.set(one, setTimeout(end, idleMs, one).unref())
  }

  function end(one: DecoderProcess): void {
    clearTimeout(idle.get(one))
    idle.delete(one)
    all.delete(one)
    one.end()
  }

  return {
    async run(task, signal) {
      signal.throwIfAborted()
      if (isClosed) throw unavailable(SERVICE)
      // A process that starts too slowly for this task serves the next one.
      const one = await take()
      try {
        signal.throwIfAborted()
        if (isClosed) throw unavailable(SERVICE)
        return await one.run(task, signal)
      } finally {
        giveBack(one)
      }
    },
    close() {
      isClosed = true
      for (const one of [...all]) end(one)
    },
  }
}
