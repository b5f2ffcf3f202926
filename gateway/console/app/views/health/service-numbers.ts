import { formatBytes, formatCount, formatMs } from '../../ui/format.ts'
import { type Sample, samplesOf } from './metrics-text.ts'

/** What is shown of the metrics of the gateway that answered. */
export interface ServiceNumbers {
  /** Name and value in words, in the order of the view; what the process does not measure is left out. */
  readonly facts: readonly (readonly [name: string, value: string])[]
  /** A line for each stage whose backlog is known. */
  readonly stages: readonly StageNumbers[]
}

export interface StageNumbers {
  readonly stage: string
  /** Records that wait or are at work; null = not measured. */
  readonly interactive: number | null
  readonly batch: number | null
}

const LAG = 'pageprobe_lag_records'
const MS = 1000

/** A number of the view: the metric, the labels it must have, and its value in words. */
interface Fact {
  readonly title: string
  readonly metric: string
  readonly labels?: Readonly<Record<string, string>>
  words(value: number, now: number): string
}

const facts: readonly Fact[] = [
  { title: 'Waiting callers', metric: 'pageprobe_waiting_callers', words: formatCount },
  { title: 'Calls in flight', metric: 'pageprobe_http_requests_in_flight', words: formatCount },
  { title: 'Browsers', metric: 'pageprobe_browsers', words: formatCount },
  { title: 'Jobs in browsers', metric: 'pageprobe_browser_jobs', words: formatCount },
  {
    title: 'Crashed browsers since the start',
    metric: 'pageprobe_browser_exits_total',
    labels: { reason: 'crashed' },
    words: formatCount,
  },
  {
    title: 'Expected wait for a snapshot',
    metric: 'pageprobe_predicted_wait_seconds',
    labels: { operation: 'snapshot', owner: 'idle' },
    words: (seconds) => formatMs(seconds * MS),
  },
  {
    title: 'Event loop delay (99 % below)',
    metric: 'nodejs_eventloop_lag_p99_seconds',
    words: (seconds) => formatMs(seconds * MS),
  },
  { title: 'Memory of the gateway process', metric: 'process_resident_memory_bytes', words: formatBytes },
  {
    title: 'Running for',
    metric: 'process_start_time_seconds',
    words: (seconds, now) => formatMs(wholeSeconds(Math.max(MS, now - seconds * MS))),
  },
]

function wholeSeconds(ms: number): number {
  return Math.floor(ms / MS) * MS
}

const names: ReadonlySet<string> = new Set([LAG, ...facts.map(({ metric }) => metric)])

/** Reads what the view shows from the text of `GET /metrics`. `now`: milliseconds since the epoch. */
export function numbersOf(text: string, now: number): ServiceNumbers {
  const samples = samplesOf(text, names)
  const known = facts.flatMap((fact) => {
    const value = sumOf(samples, fact.metric, fact.labels)
    return value === null ? [] : [[fact.title, fact.words(value, now)] as const]
  })
  const stages = [
    ...new Set(samples.filter(({ name }) => name === LAG).map(({ labels }) => labels.stage ?? '')),
  ]
  return {
    facts: known,
    stages: stages.map((stage) => ({
      stage,
      interactive: sumOf(samples, LAG, { stage, lane: 'interactive' }),
      batch: sumOf(samples, LAG, { stage, lane: 'batch' }),
    })),
  }
}

/** The sum over all series with these labels; null = there is none. */
function sumOf(
  samples: readonly Sample[],
  metric: string,
  wanted: Readonly<Record<string, string>> = {},
): number | null {
  const found = samples.filter(
    ({ name, labels }) =>
      name === metric && Object.entries(wanted).every(([label, value]) => labels[label] === value),
  )
  return found.length === 0 ? null : found.reduce((sum, { value }) => sum + value, 0)
}
