import { isUnavailable } from '#shared/errors.ts'
import type { PhaseNotice } from '../shard-store.ts'
import { untilTick } from './pace/until-tick.ts'
import type { RunnerParts } from './runner-parts.ts'

/** Notices that are looked at in one round. */
const PAGE_NOTICES = 500
/** Notices under way to one shard. A shard that cannot be reached keeps only its own ones waiting. */
const MAX_UNDER_WAY = 500
/** A part that does not acknowledge a phase is told again after this time. */
const AGAIN_MS = 3000
/** The state is looked at this often even without a notification: while a shard has not acknowledged, and otherwise. */
const UNACKNOWLEDGED_MS = 1000
const POLL_MS = 10_000

/**
 * Tells the shards with items of a batch its phase, until they acknowledge it. Many notices take turns, page by page.
 * Rejects when the runner stops.
 */
export async function sendNotices(parts: RunnerParts): Promise<never> {
  const { store, signal, pace } = parts
  const changes = parts.changesOf('state')
  const teller = makeTeller(parts)
  let last: PhaseNotice | undefined
  for (;;) {
    signal.throwIfAborted()
    const page = store.notices(PAGE_NOTICES, last)
    teller.tellDue(page, performance.now())
    last = page.length === PAGE_NOTICES ? page.at(-1) : undefined
    if (last === undefined) await changes.next(page.length > 0 ? UNACKNOWLEDGED_MS : POLL_MS)
    await untilTick(pace.changesMs, signal)
  }
}

/** Sends notices, and remembers those that it has just sent. */
function makeTeller(parts: RunnerParts) {
  /** When notices were sent; the earliest first. */
  const sent = new Map<string, number>()
  /** By shard. */
  const underWay = new Map<number, number>()

  async function tell(notice: PhaseNotice): Promise<void> {
    const { shard } = notice
    underWay.set(shard, (underWay.get(shard) ?? 0) + 1)
    await send(parts, notice)
    underWay.set(shard, (underWay.get(shard) ?? 0) - 1)
  }

  return {
    tellDue(notices: readonly PhaseNotice[], now: number): void {
      for (const [key, at] of sent) {
        if (now - at < AGAIN_MS) break
        sent.delete(key)
      }
      for (const notice of notices) {
        const key = `${notice.shard} ${notice.version} ${notice.batch}`
        if (sent.has(key) || (underWay.get(notice.shard) ?? 0) >= MAX_UNDER_WAY) continue
        sent.set(key, now)
        void tell(notice)
      }
    },
  }
}

async function send(parts: RunnerParts, { shard, batch, phase, version }: PhaseNotice): Promise<void> {
  const { shards, store, logger, signal } = parts
  try {
    await shards.send(shard, { kind: 'phase', batch, phase, version })
  } catch (err) {
    if (!signal.aborted && !isUnavailable(err))
      logger.error({ err, shard: store.shard, batch }, 'a phase cannot be sent')
  }
}
