import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { Facts, Section } from '../../../../../ui/facts.tsx'
import { formatCount, formatMs, formatTime, trimmed } from '../../../../../ui/format.ts'
import { Remark } from '../../../../../ui/notice.tsx'
import { OutsideLink } from '../../../../../ui/page/address.tsx'
import { PageText } from '../../../../../ui/page/page-text.tsx'
import { SumTable } from '../../../../../ui/table/sum-table.tsx'

type Vitals = NonNullable<SeoAuditResult['web_vitals']>

/** The web vitals as the text of the page lets them be estimated. */
export function VitalsEstimate({ vitals }: { vitals: Vitals }) {
  const { ranges, score_breakdown: points } = vitals
  const row = (
    name: string,
    value: number | null,
    range: { low: number; high: number } | null,
    score: number | null,
    format = formatMs,
  ) => [
    name,
    value === null ? 'Unknown' : format(value),
    range === null ? '–' : `${format(range.low)} to ${format(range.high)}`,
    score ?? '–',
  ]
  const shift = (value: number) => trimmed(value, 4)
  return (
    <Section
      title="Web vitals, estimated"
      aside={vitals.web_vitals_score !== null && <p class="muted">{vitals.web_vitals_score} of 100</p>}
    >
      <Remark>
        <strong>Estimated, not measured</strong>
        <p>{vitals.method}.</p>
        <Unknown vitals={vitals} />
        <Measured measured={vitals.measured ?? null} />
      </Remark>
      <SumTable
        caption="Estimated web vitals"
        columns={['Metric', 'Estimate', 'Likely between', 'Points of 100']}
        rows={[
          row('Largest Contentful Paint', vitals.lcp_ms, ranges.lcp_ms, points.lcp),
          row('Interaction to Next Paint', vitals.inp_ms, ranges.inp_ms, points.inp),
          row('Cumulative Layout Shift', vitals.cls, ranges.cls, points.cls, shift),
          row('First Contentful Paint', vitals.fcp_ms, ranges.fcp_ms, null),
          row('Time to First Byte', vitals.ttfb_ms, ranges.ttfb_ms, points.ttfb),
        ]}
      />
      <Inputs inputs={vitals.inputs} />
      {vitals.opportunities.length > 0 && <Opportunities opportunities={vitals.opportunities} />}
    </Section>
  )
}

/** Which files keep a metric from being estimated. */
function Unknown({ vitals: { undecided = [] } }: { vitals: Vitals }) {
  const files = [...new Set(undecided.flatMap(({ items }) => items))]
  return files.length === 0 ? null : (
    <p>
      Unknown where the server tells no size of a file:{' '}
      {files.map((file) => (
        <span key={file}>
          <PageText text={file} isCode />{' '}
        </span>
      ))}
    </p>
  )
}

/** The last measurement of the page. */
function Measured({ measured }: { measured: NonNullable<Vitals['measured']> | null }) {
  if (measured === null) return <p>A performance check measures them.</p>
  const { lcp_ms: lcp, inp_ms: inp, cls, performance_score: score, created_at: at } = measured
  const values = [
    ...(lcp === null ? [] : [`LCP ${formatMs(lcp)}`]),
    ...(inp === null ? [] : [`INP ${formatMs(inp)}`]),
    ...(cls === null ? [] : [`CLS ${trimmed(cls, 4)}`]),
    ...(score === null ? [] : [`score ${score}`]),
  ]
  return (
    <p>
      Measured {formatTime(at)}: {values.join(', ')}.
    </p>
  )
}

function Inputs({ inputs }: { inputs: Vitals['inputs'] }) {
  return (
    <Facts
      items={[
        ['Blocking scripts', formatCount(inputs.blocking_scripts)],
        ['Blocking style sheets', formatCount(inputs.blocking_styles)],
        ['Further origins in the first view', formatCount(inputs.critical_origins)],
        ['Media without a size', formatCount(inputs.unsized_media)],
        ['Largest image', inputs.hero_image && <OutsideLink url={inputs.hero_image} />],
        ['Files of known size', formatCount(inputs.sizes_measured)],
      ]}
    />
  )
}

function Opportunities({ opportunities }: { opportunities: Vitals['opportunities'] }) {
  return (
    <>
      <h3>Opportunities</h3>
      <ul>
        {opportunities.map(({ id, description, potential_saving_ms, items }) => (
          <li key={id}>
            <PageText text={description} />{' '}
            {potential_saving_ms > 0 && <>(may save {formatMs(potential_saving_ms)}) </>}
            {items.map((item, index) => (
              <span key={index}>
                <PageText text={item} isCode />{' '}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </>
  )
}
