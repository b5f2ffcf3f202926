import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeSemaphore } from '#shared/async/semaphore.ts'
import { EXTERNAL_PRODUCERS } from '../../../frontier/decisions/bounds.ts'
import type { Frontier, Taking } from '../../../frontier/frontier.ts'
import type { FrontierOptions } from '../../../frontier/frontier-options.ts'
import type { Postgres, Session } from '../connection/postgres.ts'
import { endRestsOfQueues } from '../queues/queue-rows.ts'
import { type ItemRow, makeToDispatches } from './item-rows.ts'
import { type Survey, survey } from './survey.ts'
import { insertTaking, removeTaking, type Taker, takeExpired, takeOver, takeWaiting } from './take-items.ts'

interface DispatchOptions extends Pick<FrontierOptions, 'perHost' | 'leaseMs' | 'window'> {
  readonly postgres: Postgres
}

type DispatchMethods = Pick<Frontier, 'dispatch' | 'appended' | 'inFlight'>

/** What a crash of the server loses of a dispatch is dispatched again, with the same leases. */
const relaxed = { isRelaxed: true }
const MAX_TAKER = 2 ** 31

/** Makes the part of the frontier that gives items out. Calls of a process run one after the other. */
export function dispatchMethods(options: DispatchOptions): DispatchMethods {
  const { postgres, perHost } = options
  const calls = makeSemaphore(1)
  const takings = makeTakings(options)
  /** The batch that was last in turn. */
  let last = EXTERNAL_PRODUCERS

  async function look(): Promise<Survey> {
    const found = await survey(postgres, last)
    if (!found.hasRested) return found
    await postgres.transaction((session) => endRestsOfQueues(session, perHost), relaxed)
    return survey(postgres, last)
  }

  async function dispatch(limit: number): Promise<Taking> {
    const found = await look()
    const old = found.hasOldTakings ? await takings.takeOld() : null
    if (old !== null) return old
    const taken = await takings.take(found, limit)
    // Those that were looked at may be paused. The others are next.
    last = taken.last ?? (hasDispatchable(found) ? last : (found.batches.at(-1)?.num ?? last))
    return taken.taking
  }

  return {
    dispatch: (limit) => calls.run(() => dispatch(limit)),
    appended: (taking) => postgres.transaction((session) => removeTaking(session, taking), relaxed),
    // What a process took and did not append is taken over by the next dispatch.
    inFlight: async () => [],
  }
}

/** A taking, and the batch of its last item; null = it has none. */
interface Taken {
  readonly taking: Taking
  readonly last: number | null
}

const nothing: Taken = { taking: { taking: null, dispatches: [] }, last: null }

/** Makes the takings of a process. */
function makeTakings(options: DispatchOptions) {
  const { postgres } = options
  const taker: Taker = { ...options, taker: randomInt(1, MAX_TAKER) }
  const window = makeWindow(postgres, taker.taker, options.window)
  const toDispatches = makeToDispatches()

  async function takeRows(session: Session, found: Survey, limit: number, room: number): Promise<ItemRow[]> {
    const due = found.hasExpired ? await takeExpired(session, taker, limit) : []
    const most = Math.min(limit - due.length, room)
    const batches = dispatchable(found).slice(0, most)
    return [...due, ...(await takeWaiting(session, taker, batches, most))]
  }

  return {
    /** Takes over what another process did not append. Null when there is nothing. */
    takeOld: (): Promise<Taking | null> =>
      postgres.transaction(async (session) => {
        const old = await takeOver(session, taker.taker)
        if (old === null) return null
        const dispatches = await toDispatches(session, old.rows)
        if (dispatches.length > 0) return { taking: old.taking, dispatches }
        await removeTaking(session, old.taking)
        return null
      }, relaxed),

    /** Takes items whose leases have expired, and new ones as far as the window has room. */
    async take(found: Survey, limit: number): Promise<Taken> {
      const room = hasDispatchable(found) ? await window.room(limit) : 0
      if (room === 0 && !found.hasExpired) return nothing
      const { rows, taking } = await postgres.transaction(async (session) => {
        const taken = await takeRows(session, found, limit, room)
        if (taken.length === 0) return { ...nothing, rows: taken }
        const dispatches = await toDispatches(session, taken)
        return { taking: { taking: await insertTaking(session, taken), dispatches }, rows: taken }
      }, relaxed)
      window.taken(rows.length)
      return { taking, last: rows.at(-1)?.batch ?? null }
    },
  }
}

function dispatchable({ batches }: Survey): number[] {
  return batches.filter((batch) => batch.isDispatchable).map(({ num }) => num)
}

function hasDispatchable({ batches }: Survey): boolean {
  return batches.some((batch) => batch.isDispatchable)
}

/** A full window is counted again after this time: its items may end in other processes. */
const COUNT_MS = 100

const COUNT = 'SELECT count(*)::int AS count FROM items WHERE taker = $1'

/** The items in flight that this process has taken. */
interface Window {
  /** How many more may be taken. Waits for up to 100 ms while it believes that they are fewer than `limit`. */
  room(limit: number): Promise<number>
  /** Records items as taken. */
  taken(count: number): void
}

/** Makes the window of a process: `most` items in flight. They are counted when it may be full, and not at each dispatch. */
export function makeWindow(session: Session, taker: number, most: number): Window {
  let inFlight = most
  let countedAt = Number.NEGATIVE_INFINITY

  async function count(): Promise<void> {
    const wait = countedAt + COUNT_MS - performance.now()
    if (wait > 0) await sleep(wait)
    const [row] = await session.query<{ count: number }>(COUNT, [taker])
    inFlight = row?.count ?? 0
    countedAt = performance.now()
  }

  return {
    async room(limit) {
      if (most - inFlight < limit) await count()
      return Math.max(0, most - inFlight)
    },
    taken(count) {
      inFlight += count
    },
  }
}
