import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { machineBusyMs } from '#stages/render/adapters/machine-cpu.ts'

/** A machine is quiet when it was busy for less than this share of this time; after the timeout it is not waited for any more. */
const QUIET = { share: 0.1, ms: 700, timeoutMs: 20_000 }

/** Resolves when the machine is quiet. */
export async function untilQuiet(): Promise<void> {
  const until = performance.now() + QUIET.timeoutMs
  for (;;) {
    const before = machineBusyMs() ?? 0
    await delay(QUIET.ms)
    const busy = ((machineBusyMs() ?? 0) - before) / (QUIET.ms * cpus().length)
    if (busy < QUIET.share || performance.now() > until) return
  }
}
