import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import {
  MAX_ITEMS,
  MAX_REQUESTS,
  MAX_TEXT_CHARS,
  MAX_URL_CHARS,
  type PerformanceDetails,
} from '#shared/operations/results/performance-details.ts'
import { type Advice, savedOf } from './advice/advise.ts'
import type { Finding, TipItem } from './advice/tip.ts'
import type { LabFacts } from './facts.ts'
import { kilobytes } from './resources/totals.ts'
import type { MetricName, RatedVitals } from './vitals/metrics.ts'

/** Section `details` (`infra/docs/clients.md#performance-details`): the facts behind a result. */
export function detailsOf(
  { measurement, vitals: rated }: LabFacts,
  advice: readonly Advice[],
): PerformanceDetails {
  const { requests, requestsLeftOut, vitals } = measurement
  const inOrder = requests.toSorted((one, other) => one.startMs - other.startMs)
  return {
    requests: inOrder.slice(0, MAX_REQUESTS).map(requestOf),
    tips: advice.map((one) => tipOf(one, rated)),
    lcp: lcpOf(vitals.lcp.attribution),
    truncated: requestsLeftOut > 0 || requests.length > MAX_REQUESTS,
  }
}

function requestOf(request: LabRequest): PerformanceDetails['requests'][number] {
  const { url, kind, status, startMs, endMs, transferBytes, decodedBytes, isRenderBlocking } = request
  return {
    url: cut(url, MAX_URL_CHARS),
    type: kind,
    status,
    start_ms: tenths(startMs),
    end_ms: tenths(endMs),
    transfer_kb: kilobytes(transferBytes),
    decoded_kb: kilobytes(decodedBytes),
    blocks_paint: isRenderBlocking,
  }
}

function tipOf(
  { tip: { id, title, effort }, finding }: Advice,
  vitals: RatedVitals,
): PerformanceDetails['tips'][number] {
  const { wastedBytes, items = [] } = finding
  return {
    tip_id: id,
    title,
    effort,
    saves_ms: tenths(savedMs(finding, vitals)),
    saves_kb: wastedBytes === undefined ? null : kilobytes(wastedBytes),
    items: items.slice(0, MAX_ITEMS).map(toItem),
  }
}

const timed = ['lcp', 'inp', 'fcp', 'ttfb'] as const satisfies readonly MetricName[]

/** The most milliseconds that one of the metrics loses; null where no metric is known to. CLS has no milliseconds. */
function savedMs(finding: Finding, vitals: RatedVitals): number | null {
  const known = timed.filter((name) => finding.savings?.[name] !== undefined)
  return known.length === 0 ? null : Math.max(...known.map((name) => savedOf(name, finding, vitals)))
}

function toItem({
  url,
  selector,
  bytes,
  ms,
  text,
}: TipItem): PerformanceDetails['tips'][number]['items'][number] {
  return {
    url: cut(url, MAX_URL_CHARS),
    selector: cut(selector, MAX_TEXT_CHARS),
    kb: bytes === null ? null : kilobytes(bytes),
    ms: tenths(ms),
    text: cut(text, MAX_TEXT_CHARS),
  }
}

function lcpOf({
  target,
  url,
}: LabFacts['measurement']['vitals']['lcp']['attribution']): PerformanceDetails['lcp'] {
  const selector = typeof target === 'string' && target !== '' ? cut(target, MAX_TEXT_CHARS) : null
  const file = typeof url === 'string' && url !== '' ? cut(url, MAX_URL_CHARS) : null
  return selector === null && file === null ? null : { selector, url: file }
}

function cut<Text extends string | null>(text: Text, most: number): Text {
  return text === null || text.length <= most ? text : (text.slice(0, most).toWellFormed() as Text)
}

function tenths<Time extends number | null>(ms: Time): Time {
  return (ms === null ? null : Math.round(ms * 10) / 10) as Time
}
