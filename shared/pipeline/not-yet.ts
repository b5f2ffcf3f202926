import type { Inspection } from '#shared/messages/inspection.ts'
import { timeLeft } from '#shared/pipeline/expiry.ts'
import type { Done } from '#shared/pipeline/job.ts'

/**
 * Work whose turn has not come: it rests for `inMs` without holding a slot, before others of its key, and is begun
 * again from the start. Unlike TryLater this is no try: it happens as often as it has to.
 */
export class NotYet extends Error {
  readonly inMs: number
  /** Whose turn it is, a unit as `PoliteUnits` has it, or one host of it: that of others does not hold up the work's own. Null = not known. */
  readonly host: string | null

  constructor(inMs: number, host: string | null = null) {
    super(`its turn comes in ${inMs} ms`)
    this.name = 'NotYet'
    this.inMs = inMs
    this.host = host
  }
}

/** Work that waits for another host than its own lets the others of its key go on. */
export function untilTurn({ inMs, host }: NotYet, inspection: Inspection, key: string | null): Done {
  const ms = Math.min(inMs, timeLeft(inspection))
  return host === null || host === key ? { notYetMs: ms } : { againInMs: ms, isTry: false }
}
