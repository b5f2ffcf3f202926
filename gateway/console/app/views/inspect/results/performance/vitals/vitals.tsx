import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import type { PerformanceDetails } from '#shared/operations/results/performance-details.ts'
import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import { Badge } from '../../../../../ui/badge.tsx'
import { Facts, Section } from '../../../../../ui/facts.tsx'
import { formatMs, trimmed } from '../../../../../ui/format.ts'
import { OutsideLink } from '../../../../../ui/page/address.tsx'
import { PageText } from '../../../../../ui/page/page-text.tsx'
import { OutlinePageContext } from '../../outlines/outline-page.tsx'
import { OutlinedScreenshot } from '../../outlines/outlined-screenshot.tsx'
import { StackedBar } from './stacked-bar.tsx'
import { type MetricName, metricNames, metricTexts, reasonInWords, refusalInWords } from './vital-names.ts'
import { attributionOf } from './vital-parts.ts'
import { scalePosition } from './vital-scale.ts'

type Vitals = PerformanceResult['core_web_vitals']

export interface WebVitalsProps {
  readonly vitals: Partial<Vitals>
  /** The element of the largest paint, to be shown on the page. */
  readonly lcp?: PerformanceDetails['lcp'] | undefined
}

/** Each metric: its value on a scale, its parts, and the element it is attributed to. */
export function WebVitals({ vitals, lcp }: WebVitalsProps) {
  return (
    <Section title="Web vitals">
      <div class="vitals">
        {metricNames.map((name) => {
          const vital = vitals[name]
          return (
            vital && (
              <Vital key={name} name={name} vital={vital}>
                {name === 'lcp' && lcp?.selector && <LargestPaint selector={lcp.selector} />}
              </Vital>
            )
          )
        })}
      </div>
    </Section>
  )
}

interface VitalProps {
  readonly name: MetricName
  readonly vital: Vitals[MetricName]
  readonly children: ComponentChildren
}

function Vital({ name, vital, children }: VitalProps) {
  const { label, says } = metricTexts[name]
  const { value, budget } = 'value_ms' in vital ? { value: vital.value_ms, budget: vital.budget_ms } : vital
  return (
    <article class="vital">
      <header>
        <h3>
          {label} <span class="muted">{name.toUpperCase()}</span>
        </h3>
        {vital.rating && <Badge word={vital.rating} />}
      </header>
      {value === null ? (
        <p>
          <strong>No value.</strong> {reasonInWords(vital.reason ?? 'not_measured')}
        </p>
      ) : (
        <p class="vital-value">{format(name, value)}</p>
      )}
      <Scale name={name} value={value} budget={budget} />
      <p class="small">{says}</p>
      {'refused' in vital && vital.refused && <Refused refused={vital.refused} />}
      <Attribution attribution={vital.attribution} />
      {children}
    </article>
  )
}

function LargestPaint({ selector }: { readonly selector: string }) {
  const page = useContext(OutlinePageContext)
  if (page === null) return null
  return (
    <OutlinedScreenshot {...page} marks={[{ selector, label: 'Largest contentful paint', kind: 'lcp' }]} />
  )
}

/** What could be operated and was not. */
function Refused({ refused }: { refused: NonNullable<Vitals['inp']['refused']> }) {
  return (
    <ul class="small">
      {refused.map(({ selector, why }) => (
        <li key={`${selector} ${why}`}>
          <PageText text={selector ?? 'An element'} isCode={selector !== null} />: {refusalInWords(why)}
        </li>
      ))}
    </ul>
  )
}

/** The thresholds as a scale, and as a sentence. */
function Scale({ name, value, budget }: { name: MetricName; value: number | null; budget: number }) {
  const { poor } = metricTexts[name]
  const position = value === null ? null : scalePosition(value, budget, poor)
  return (
    <>
      <svg class="scale" width="100%" height="18" aria-hidden="true">
        <rect class="good" x="0" y="6" width="33.33%" height="6" />
        <rect class="warn" x="33.33%" y="6" width="33.33%" height="6" />
        <rect class="bad" x="66.66%" y="6" width="33.34%" height="6" />
        {position && (
          <rect class="marker" x={`${Math.min(position.percent, 99)}%`} y="0" width="4" height="18" />
        )}
      </svg>
      <p class="small">
        Good up to {format(name, budget)} (the budget), poor above {format(name, poor)}
        {position?.isBeyond && '; the value is beyond the scale'}.
      </p>
    </>
  )
}

function Attribution({ attribution }: { attribution: Vitals['lcp']['attribution'] }) {
  const { parts, facts } = attributionOf(attribution)
  return (
    <>
      {parts.some(({ ms }) => ms > 0) && <StackedBar parts={parts} />}
      {facts.length > 0 && (
        <Facts
          items={facts.map(([name, value]) => [
            name,
            name === 'File' ? (
              <OutsideLink url={value} />
            ) : (
              <PageText text={value} isCode={name === 'Element' || name === 'Event'} />
            ),
          ])}
        />
      )}
    </>
  )
}

/** Milliseconds as the interface has them, so that thresholds compare; CLS has no unit. */
function format(name: MetricName, value: number): string {
  return name === 'cls' ? trimmed(value, 4) : formatMs(value)
}
