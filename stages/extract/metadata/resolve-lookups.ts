import type { InspectionRequested } from '#shared/messages/inspection-requested.ts'
import type { CallOptions, Lookups } from '#shared/ports/lookups.ts'
import type { LookupAnswers, LookupsNeeded } from '../adapters/messages.ts'

/** Milliseconds for what is asked about one page. */
const LOOKUP_BUDGET_MS = 4000
/** Images that are tried for a colour. */
const MAX_IMAGE_ATTEMPTS = 3
/** Milliseconds in which another image is worth a try. */
const MIN_ATTEMPT_MS = 100

/**
 * Asks what the result needs. What a target does not answer stays unknown and spoils nothing else; rejects with
 * `SERVICE_UNAVAILABLE` when nobody serves look-ups, since unknown would then be no truth about the target.
 */
export async function resolveLookups(
  lookups: Lookups,
  neededLookups: LookupsNeeded,
  { lane, traceparent }: Pick<InspectionRequested, 'lane' | 'traceparent'>,
): Promise<LookupAnswers> {
  const caller: LookupCaller = traceparent === null ? { lane } : { lane, traceparent }
  const [canonicalStatus, dominantColor] = await Promise.all([
    statusOf(lookups, neededLookups.canonical, caller),
    colourOf(lookups, neededLookups.colourImages.slice(0, MAX_IMAGE_ATTEMPTS), caller),
  ])
  return { canonicalStatus, dominantColor }
}

type LookupCaller = Pick<CallOptions, 'lane' | 'traceparent'>

async function statusOf(
  lookups: Lookups,
  url: string | null,
  caller: LookupCaller,
): Promise<LookupAnswers['canonicalStatus']> {
  if (url === null) return null
  const [answer] = await lookups.probe([url], { timeoutMs: LOOKUP_BUDGET_MS, ...caller })
  return answer?.error === 'refused' ? 'refused' : (answer?.status ?? null)
}

async function colourOf(
  lookups: Lookups,
  urls: readonly string[],
  caller: LookupCaller,
): Promise<string | null> {
  const until = performance.now() + LOOKUP_BUDGET_MS
  for (const url of urls) {
    const { dominantColor } = await lookups.describeImage(url, {
      timeoutMs: until - performance.now(),
      ...caller,
    })
    if (dominantColor !== null || until - performance.now() < MIN_ATTEMPT_MS) return dominantColor
  }
  return null
}
