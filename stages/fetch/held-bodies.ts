import { setTimeout as sleep } from 'node:timers/promises'
import type { Put } from '#shared/messages/carried.ts'
import { lengthOf } from '#shared/messages/packed.ts'

/** Bodies of the batch lane that wait for the object store. */
export interface HeldBodies {
  /** Resolves when another page may be fetched: at once unless too many bytes wait. Rejects when the signal is aborted. */
  room(signal: AbortSignal): Promise<void>
  /** The same, counting what it has to put for as long as it takes. */
  holding(put: Put): Put
}

const LOOK_MS = 250
/** A store that answers takes less: only what waits longer is counted. */
const PROMPT_MS = 500

/**
 * While `maxBytes` or more wait for a store that is away, the lane waits too: what it would fetch could not be held, and its
 * site would be asked again.
 */
export function makeHeldBodies(maxBytes: number): HeldBodies {
  let held = 0
  return {
    async room(signal) {
      while (held >= maxBytes) await sleep(LOOK_MS, undefined, { ref: false, signal })
    },
    holding: (put) => async (name, body, contentType) => {
      const bytes = lengthOf([body].flat())
      let counted = 0
      const timer = setTimeout(() => {
        counted = bytes
        held += counted
      }, PROMPT_MS).unref()
      try {
        await put(name, body, contentType)
      } finally {
        clearTimeout(timer)
        held -= counted
      }
    },
  }
}
