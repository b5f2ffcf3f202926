import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { Facts, Section } from '../../../../../ui/facts.tsx'
import { formatCount, formatMs, trimmed } from '../../../../../ui/format.ts'
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
    value: number,
    range: { low: number; high: number },
    score: number | null,
    format = formatMs,
  ) => [name, format(value), `${format(range.low)} to ${format(range.high)}`, score ?? '–']
  const shift = (value: number) => trimmed(value, 4)
  return (
    <Section title="Web vitals, estimated" aside={<p class="muted">{vitals.web_vitals_score} of 100</p>}>
      <Remark>
        <strong>Estimated, not measured</strong>
        <p>{vitals.method}. The operation performance measures them.</p>
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
