import { useMemo, useState } from 'preact/hooks'
import type { PerformanceDetails } from '#shared/operations/results/performance-details.ts'
import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import { Section } from '../../../../../ui/facts.tsx'
import { formatCount, formatMs, plural } from '../../../../../ui/format.ts'
import { RequestRow } from './request-row.tsx'
import { type Line, waterfallOf } from './waterfall.ts'

export interface RequestWaterfallProps {
  readonly details: PerformanceDetails
  /** For the lines of FCP and LCP. */
  readonly vitals?: Partial<PerformanceResult['core_web_vitals']> | null | undefined
}

/** Requests that are shown at first. */
const FIRST = 30

/** The requests of a page over time: what came when, how large it was, and what kept the page from painting. */
export function RequestWaterfall({ details: { requests, truncated }, vitals }: RequestWaterfallProps) {
  const [isWhole, setWhole] = useState(false)
  const moments = { FCP: vitals?.fcp?.value_ms, LCP: vitals?.lcp?.value_ms }
  const { rows, lines, to } = useMemo(
    () => waterfallOf(requests, moments),
    [requests, moments.FCP, moments.LCP],
  )
  const blocking = requests.filter(({ blocks_paint }) => blocks_paint).length
  if (requests.length === 0) return null
  return (
    <Section title="Requests over time" aside={<p class="muted">{plural(requests.length, 'request')}</p>}>
      <p class="small">
        {plural(blocking, 'request')} blocked the first paint. {lines.map(momentInWords).join(' ')}
        {truncated && ` The page made more requests; these are the first ${formatCount(requests.length)}.`}
      </p>
      <table class="waterfall">
        <caption class="hidden">Requests by their start, with size and time</caption>
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col" class="number">
              Size
            </th>
            <th scope="col" class="number">
              Time
            </th>
            <th scope="col" class="timeline">
              <span class="hidden">From start to end</span>
              <Axis lines={lines} to={to} />
            </th>
          </tr>
        </thead>
        <tbody>
          {(isWhole ? rows : rows.slice(0, FIRST)).map((row, index) => (
            <RequestRow key={index} {...row} lines={lines} />
          ))}
        </tbody>
      </table>
      {rows.length > FIRST && (
        <p class="row">
          <button type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? `Show the first ${FIRST}` : `Show all ${formatCount(rows.length)}`}
          </button>
        </p>
      )}
    </Section>
  )
}

const momentNames: Readonly<Record<string, string>> = {
  FCP: 'First contentful paint (FCP)',
  LCP: 'Largest contentful paint (LCP)',
}

function momentInWords({ name, ms }: Line): string {
  return `${momentNames[name]} at ${formatMs(ms)}.`
}

/** Names of the lines, and the time at the end. What they say stands above the table too. */
function Axis({ lines, to }: { readonly lines: readonly Line[]; readonly to: number }) {
  return (
    <svg class="axis" width="100%" height="30" aria-hidden="true">
      {lines.map(({ name, ms, at }, index) => (
        <text
          key={name}
          x={`${at}%`}
          y={index % 2 === 0 ? 11 : 26}
          dx={at > 50 ? -3 : 3}
          text-anchor={at > 50 ? 'end' : 'start'}
        >
          {name} {formatMs(ms)}
        </text>
      ))}
      {lines.map(({ name, at }) => (
        <line key={name} class={`moment ${name.toLowerCase()}`} x1={`${at}%`} x2={`${at}%`} y1="0" y2="30" />
      ))}
      {lines.length === 0 && (
        <text x="100%" y="11" text-anchor="end">
          {formatMs(to)}
        </text>
      )}
    </svg>
  )
}
