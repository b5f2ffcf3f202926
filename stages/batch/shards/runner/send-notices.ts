import { isUnavailable } from '#shared/errors.ts'
import type { PhaseNotice } from '../shard-store.ts'
import type { RunnerParts } from './runner-parts.ts'

/** Parts that are told at the same time. */
const MAX_NOTICES = 500
/** A part that does not acknowledge a phase is told again after this time. */
const AGAIN_MS = 3000
/** The state is looked at this often even without a notification. */
const POLL_MS = 1000

/** Tells the shards with items of a batch its phase, until they acknowledge it. Rejects when the runner stops. */
export async function sendNotices(parts: RunnerParts): Promise<never> {
  const { store, signal } = parts
  const changes = parts.changesOf('state')
  let sent = new Map<string, number>()
  for (;;) {
    signal.throwIfAborted()
    const now = performance.now()
    const before = sent
    sent = new Map()
    for (const notice of store.notices(MAX_NOTICES)) {
      const key = `${notice.shard} ${notice.version} ${notice.batch}`
      const last = before.get(key) ?? Number.NEGATIVE_INFINITY
      const isDue = now - last >= AGAIN_MS
      sent.set(key, isDue ? now : last)
      if (isDue) void tell(parts, notice)
    }
    await changes.next(POLL_MS)
  }
}

async function tell(parts: RunnerParts, { shard, batch, phase, version }: PhaseNotice): Promise<void> {
  const { shards, store, logger, signal } = parts
  try {
    await shards.send(shard, { kind: 'phase', batch, phase, version })
  } catch (err) {
    if (!signal.aborted && !isUnavailable(err))
      logger.error({ err, shard: store.shard, batch }, 'a phase cannot be sent')
  }
}
