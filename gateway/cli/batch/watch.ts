import { setTimeout as sleep } from 'node:timers/promises'
import type { Display } from './display.ts'
import { makePace } from './pace.ts'
import type { Patience } from './patience.ts'
import type { Service } from './service.ts'
import { hasEnded, type Status } from './status.ts'

/** Time between two looks at a batch in milliseconds, and the hosts with the longest queues that are shown. */
const LOOK_MS = 1000
const HOSTS = 10

export interface Watching {
  readonly service: Service
  readonly display: Display
  readonly patience: Patience
  readonly signal: AbortSignal
}

/** Shows how a batch goes until it has ended, and resolves with its last status. The service may be away for a while. */
export async function watchToEnd(id: string, watching: Watching): Promise<Status> {
  const { service, display, patience, signal } = watching
  const pace = makePace()
  try {
    for (;;) {
      try {
        const status = await service.status(id, HOSTS)
        patience.afterSuccess()
        display.progress({ status, pace: pace(status, performance.now()), now: Date.now() })
        if (hasEnded(status)) return status
        await sleep(LOOK_MS, undefined, { signal })
      } catch (error) {
        await patience.afterFailure(error)
      }
    }
  } finally {
    display.end()
  }
}
