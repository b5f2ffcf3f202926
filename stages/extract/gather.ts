import type { InspectionRequested } from '#shared/messages/inspection-requested.ts'
import type { CallOptions, Lookups } from '#shared/ports/lookups.ts'
import type { Gathered, Questions } from './adapters/messages.ts'

/** Milliseconds for what is asked about one page. */
const BUDGET_MS = 4000
/** Images that are tried for a colour. */
const TRIES = 3
/** Milliseconds in which another image is worth a try. */
const LEAST_MS = 100

/**
 * Asks what the result needs. What a target doesn't answer stays unknown and spoils nothing else; rejects with
 * `SERVICE_UNAVAILABLE` when nobody serves look-ups, since unknown would then be no truth about the target.
 */
export async function gather(
  lookups: Lookups,
  questions: Questions,
  { lane, traceparent }: Pick<InspectionRequested, 'lane' | 'traceparent'>,
): Promise<Gathered> {
  const whose: Whose = traceparent === null ? { lane } : { lane, traceparent }
  const [canonicalStatus, dominantColor] = await Promise.all([
    statusOf(lookups, questions.canonical, whose),
    colourOf(lookups, questions.colourImages.slice(0, TRIES), whose),
  ])
  return { canonicalStatus, dominantColor }
}

type Whose = Pick<CallOptions, 'lane' | 'traceparent'>

async function statusOf(
  lookups: Lookups,
  url: string | null,
  whose: Whose,
): Promise<Gathered['canonicalStatus']> {
  if (url === null) return null
  const [answer] = await lookups.probe([url], { timeoutMs: BUDGET_MS, ...whose })
  return answer?.error === 'refused' ? 'refused' : (answer?.status ?? null)
}

async function colourOf(lookups: Lookups, urls: readonly string[], whose: Whose): Promise<string | null> {
  const until = performance.now() + BUDGET_MS
  for (const url of urls) {
    const { dominantColor } = await lookups.describeImage(url, {
      timeoutMs: until - performance.now(),
      ...whose,
    })
    if (dominantColor !== null || until - performance.now() < LEAST_MS) return dominantColor
  }
  return null
}
