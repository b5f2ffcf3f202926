import { hostKey } from '#shared/messages/topics.ts'
import { NotYet } from '#shared/pipeline/not-yet.ts'
import { patiently } from '#shared/pipeline/patience.ts'
import type { HostTurns } from '#shared/politeness/host-turns.ts'
import { NoTurn, type Pace } from './http/pace.ts'

/** The pace of the batch lane: it never waits. `crawlDelayMs` is what is known of the URL's robots.txt after a visit. */
export function makePace(turns: HostTurns, crawlDelayMs: (url: string) => number | null): Pace {
  return {
    async turn(url) {
      const taken = await turns.take(url)
      if ('inMs' in taken) throw new NotYet(taken.inMs, taken.of ?? hostKey(url))
      if ('givenUp' in taken) throw new NoTurn(taken.givenUp)
      return { end: (visit) => taken.turn.end({ ...visit, crawlDelayMs: crawlDelayMs(url) }) }
    },
  }
}

/** The same for work that can't be put off: it waits for its turns. */
export function patientPace(pace: Pace): Pace {
  return { turn: (url, signal) => patiently(() => pace.turn(url, signal), signal) }
}

/** A pace whose last turn ends only when it is released: what was read tells how long the host has to rest. */
export function heldPace(pace: Pace): Pace & { release(): Promise<void> } {
  let held: (() => Promise<void>) | null = null

  async function release(): Promise<void> {
    const end = held
    held = null
    await end?.()
  }

  return {
    release,
    async turn(url, signal) {
      await release()
      const turn = await pace.turn(url, signal)
      return {
        async end(visit) {
          held = () => turn.end(visit)
        },
      }
    },
  }
}
