import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from '#shared/errors.ts'
import type { Subscription } from '../../notifier.ts'
import { untilTick } from './pace/until-tick.ts'
import { passGap } from './pass-gap.ts'
import type { RunnerParts } from './runner-parts.ts'

/** Endings that one command applies. */
const MAX_ENDINGS = 200
/** The endings are read this often even without a notification. */
const POLL_MS = 10_000
/** And so soon after some that are gone. */
const GONE_MS = 1000

/**
 * Has new endings of a shard applied: appends `endings`, one at a time. Calls back once those that there were at first
 * are applied. Rejects when the runner stops.
 */
export async function appendEndings(parts: RunnerParts, onCaughtUp: () => void): Promise<never> {
  const changes = parts.changesOf('ended')
  for (let [read, refusals] = [0, 0]; ; ) {
    const from = Math.max(read, parts.store.positions().ended)
    const step = await appendPage(parts, from)
    read = step.read
    refusals = step.isRefused ? refusals + 1 : 0
    if (step.isLast) onCaughtUp()
    if (step.isRefused) await sleep(retryAfter(refusals), undefined, { signal: parts.signal })
    else await untilNext(parts, changes, step)
  }
}

/** Waits for endings after those that there were, and until there may be some in other shards as well. */
async function untilNext({ signal, pace }: RunnerParts, changes: Subscription, step: Step): Promise<void> {
  if (step.isEmpty) await changes.next(step.isLast ? POLL_MS : GONE_MS)
  if (step.isLast) await untilTick(pace.endings.intervalMs(performance.now()), signal)
}

interface Step {
  /** From there on, endings are read next, unless the state is further. */
  readonly read: number
  /** All endings that there were are applied. */
  readonly isLast: boolean
  readonly isEmpty: boolean
  /** The command was not applied, or it is not known. */
  readonly isRefused: boolean
}

/** After a refusal, the wait until the next command. It doubles with each further one. */
const RETRY_MS = 500
const MAX_RETRY_MS = 8000

const retryAfter = (refusals: number) => Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** (refusals - 1))

async function appendPage(parts: RunnerParts, from: number): Promise<Step> {
  const { isGone, last, next, isEnd } = await lookAhead(parts, from)
  const none = { isEmpty: true, isRefused: false }
  if (isGone) return { ...none, read: (await passGap(parts, 'ended', from)).next, isLast: false }
  if (last === null) return { ...none, read: next, isLast: isEnd, isEmpty: isEnd }
  const isApplied = await apply(parts, last)
  return { read: from, isLast: isApplied && isEnd, isEmpty: false, isRefused: !isApplied }
}

interface Look {
  readonly isGone: boolean
  /** The position after the endings that one command applies; null = there are none. */
  readonly last: number | null
  readonly next: number
  /** There are no further ones. */
  readonly isEnd: boolean
}

/** Reads until there are enough endings for a command, or no more. */
async function lookAhead({ store, logs, pagesAhead, retrying }: RunnerParts, from: number): Promise<Look> {
  pagesAhead.clear()
  let found = 0
  let last: number | null = null
  for (let next = from; ; ) {
    const position = next
    const page = await retrying(() => logs.endings(store.shard, position))
    const { endings, isGone } = page
    if (page.next > position) pagesAhead.set(position, page)
    const some = endings.slice(0, MAX_ENDINGS - found)
    const end = some.at(-1)
    if (end !== undefined) last = end.offset + 1
    found += some.length
    next = page.next
    const isEnd = next === position || (page.isEnd && some.length === endings.length)
    if (isEnd || isGone || found >= MAX_ENDINGS) return { isGone: isGone && last === null, last, next, isEnd }
  }
}

/** Resolves with whether the endings are applied. The command may come later all the same. */
async function apply({ send, store, pace, logger, signal }: RunnerParts, before: number): Promise<boolean> {
  pace.endings.appended(store.shard, performance.now())
  try {
    await send({ kind: 'endings', before })
    return true
  } catch (err) {
    signal.throwIfAborted()
    if (!isUnavailable(err))
      logger.error({ err, shard: store.shard }, 'endings of a shard cannot be appended')
    return false
  }
}
