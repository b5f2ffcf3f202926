import { type ChildProcess, fork } from 'node:child_process'
import { on } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { CallCost, HostileTask } from './costs.ts'

export interface MeasuredCall extends HostileTask, CallCost {}

/** A page whose calls take longer than this together, in milliseconds, is given up. */
const PAGE_MS = 60_000
const PROGRAM = join(import.meta.dirname, 'costs-process.ts')

/** Measures the calls for all tasks, in as many processes as there are processors. `found` gets those of one page. */
export async function measureAll(
  tasks: Iterable<HostileTask>,
  found: (calls: readonly MeasuredCall[]) => void,
): Promise<void> {
  const waiting = tasks[Symbol.iterator]()
  async function work(): Promise<void> {
    let child: ChildProcess | null = null
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      child ??= await start()
      const costs = await costsIn(child, next.value)
      if (costs === null) {
        child.kill('SIGKILL')
        child = null
      }
      const all = costs ?? [{ call: 'all calls', ms: PAGE_MS, error: 'it was given up' }]
      found(all.map((cost) => ({ ...next.value, ...cost })))
    }
    child?.kill()
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
}

async function start(): Promise<ChildProcess> {
  const child = fork(PROGRAM)
  for await (const _ of on(child, 'message')) break
  return child
}

/** Null when the page takes too long, or when the process ends. */
async function costsIn(child: ChildProcess, task: HostileTask): Promise<CallCost[] | null> {
  const signal = AbortSignal.timeout(PAGE_MS)
  child.send(task)
  try {
    for await (const [costs] of on(child, 'message', { signal, close: ['exit'] })) return costs
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return null
}
