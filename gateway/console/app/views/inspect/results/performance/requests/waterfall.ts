import type { PerformanceDetails } from '#shared/operations/results/performance-details.ts'

export type WaterfallRequest = PerformanceDetails['requests'][number]

/** A span of time in a chart, in percent of its width. */
export interface Bar {
  readonly start: number
  readonly width: number
}

/** A moment of the page that a line marks. */
export interface Line {
  readonly name: string
  readonly ms: number
  /** In percent of the width. */
  readonly at: number
}

export interface Waterfall {
  readonly rows: readonly { readonly request: WaterfallRequest; readonly bar: Bar }[]
  readonly lines: readonly Line[]
  /** The times at both ends of the chart, in milliseconds. */
  readonly from: number
  readonly to: number
}

/** A shorter bar could not be seen. In percent. */
const MIN_WIDTH = 0.5

/**
 * Where the requests stand in a chart, in their order. It begins with the navigation, or with the first request where that came
 * before it, and ends with the last request and moment. A request that did not end has a bar to the end of the chart. Moments
 * without a time are left out.
 */
export function waterfallOf(
  requests: readonly WaterfallRequest[],
  moments: Readonly<Record<string, number | null | undefined>>,
): Waterfall {
  const times = Object.entries(moments).flatMap(([name, ms]) =>
    typeof ms === 'number' ? [{ name, ms }] : [],
  )
  const from = Math.min(0, ...requests.map(({ start_ms }) => start_ms))
  const ends = requests.map(({ start_ms, end_ms }) => end_ms ?? start_ms)
  const to = Math.max(from + 1, ...ends, ...times.map(({ ms }) => ms))
  const percent = (ms: number) => ((ms - from) / (to - from)) * 100
  return {
    rows: requests.map((request) => ({
      request,
      bar: barOf(percent(request.start_ms), percent(request.end_ms ?? to)),
    })),
    lines: times.map((one) => ({ ...one, at: percent(one.ms) })),
    from,
    to,
  }
}

function barOf(start: number, end: number): Bar {
  const width = Math.max(MIN_WIDTH, end - start)
  return { start: Math.min(start, 100 - width), width }
}

/** A short name of a file, and the host that it came from. What is no URL, since it was cut, is its own name. */
export function nameOfFile(url: string): { readonly file: string; readonly host: string } {
  if (!URL.canParse(url)) return { file: url, host: '' }
  const { pathname, host } = new URL(url)
  return { file: pathname.split('/').findLast((part) => part !== '') ?? '/', host }
}
