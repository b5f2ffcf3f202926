import { writeFileSync } from 'node:fs'
import type { RunTask } from '#shared/ports/isolated-tasks.ts'
import { limitMemory } from './limit-memory.ts'

// The program of an isolated process (`isolated-process.ts`), which runs one task at a time. Arguments: the module of the tasks, and the
// bytes of memory that they may take.

/** A message of the process. `ready` comes first; `problem` says why it has not all of its limits, null when it has. */
export type IsolatedReply =
  | { readonly kind: 'ready'; readonly problem: string | null }
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly message: string }

/** Where memory runs out, Linux ends this process and not its parent (proc(5), oom_score_adj). */
function endFirstWithoutMemory(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Another system, or one that forbids it.
  }
}

/** Ends with the parent. An orderly exit would wait for native code that is running. */
function endAtOnce(): void {
  process.kill(process.pid, 'SIGKILL')
}

function reply(message: IsolatedReply): void {
  process.send?.(message)
}

async function replyTo(run: RunTask<unknown, unknown>, task: unknown): Promise<void> {
  try {
    reply({ kind: 'done', result: await run(task) })
  } catch (error) {
    reply({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
}

process.on('disconnect', endAtOnce)
endFirstWithoutMemory()
const [, , program = '', memoryBytes = ''] = process.argv
const { run } = (await import(program)) as { run: RunTask<unknown, unknown> }
process.on('message', (task) => replyTo(run, task))
reply({ kind: 'ready', problem: limitMemory(Number(memoryBytes)) })
