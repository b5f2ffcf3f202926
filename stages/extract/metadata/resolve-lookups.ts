import type { InspectionRequested } from '#shared/messages/events/inspection-requested.ts'
import { workOf } from '#shared/politeness/own/work-of-item.ts'
import type { CallOptions, Lookups } from '#shared/ports/lookups.ts'
import type { ReadPage } from '../parser.worker.ts'
import type { LookupAnswers, MetadataLookups } from './lookups-needed.ts'
import { isSuccess } from './sections/indexability.ts'

/** Milliseconds for the look-ups of one page. */
const LOOKUP_BUDGET_MS = 4000
/** Number of images that are tried for a colour. */
const MAX_IMAGE_ATTEMPTS = 3
/** With less time left, in milliseconds, no further image is tried. */
const MIN_ATTEMPT_MS = 100

/**
 * Does the look-ups that the result needs. A target that does not answer stays unknown and does not affect the
 * others. Rejects with `SERVICE_UNAVAILABLE` when no fetch stage serves look-ups: reporting "unknown" would then
 * be wrong.
 */
export async function resolveLookups(
  lookups: Lookups,
  neededLookups: MetadataLookups,
  request: Pick<InspectionRequested, 'id' | 'lane' | 'traceparent' | 'politeness'>,
): Promise<LookupAnswers> {
  const { lane, traceparent } = request
  const caller: LookupOptions = { lane, ...(traceparent !== null && { traceparent }), ...workOf(request) }
  const [canonicalStatus, dominantColor] = await Promise.all([
    statusOf(lookups, neededLookups.canonical, caller),
    colourOf(lookups, neededLookups.colourImages.slice(0, MAX_IMAGE_ATTEMPTS), caller),
  ])
  return { canonicalStatus, dominantColor }
}

type LookupOptions = Pick<CallOptions, 'lane' | 'traceparent' | 'batch' | 'politeness'>

async function statusOf(
  lookups: Lookups,
  url: string | null,
  caller: LookupOptions,
): Promise<LookupAnswers['canonicalStatus']> {
  if (url === null) return null
  const [answer] = await lookups.probe([url], { timeoutMs: LOOKUP_BUDGET_MS, ...caller })
  return answer?.error === 'refused' ? 'refused' : (answer?.status ?? null)
}

async function colourOf(
  lookups: Lookups,
  urls: readonly string[],
  caller: LookupOptions,
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

/** The result of a page as JSON, with the answers of its look-ups. */
export function completedJson({ values, neededLookups }: ReadPage, answers: LookupAnswers): string {
  const { canonicalStatus: answer, dominantColor } = answers
  const status = answer === 'refused' ? null : answer
  const changed: Record<string, string> = {}
  const change = (key: string, valuesOf: (value: object) => unknown): void => {
    const json = values[key]
    if (json !== undefined) changed[key] = JSON.stringify(valuesOf(JSON.parse(json)))
  }
  change('dominant_color', () => dominantColor)
  if (neededLookups.canonical !== null && answer !== 'refused') {
    change('canonical', (value) => ({ ...value, resolves: isSuccess(status), status }))
    if (!isSuccess(status)) change('indexability', (value) => ({ ...value, canonical_valid: false }))
  }
  const members = Object.entries({ ...values, ...changed }).map(
    ([key, json]) => `${JSON.stringify(key)}:${json}`,
  )
  return `{${members.join(',')}}`
}
