import type { SiteReport } from '#shared/operations/results/site-report.ts'
import { hrefOf } from '../../../../state/address.ts'
import { meaningOfScore, ScoreRing } from '../../../../ui/badge.tsx'
import { Facts, Section } from '../../../../ui/facts.tsx'
import { formatCount, inWords, trimmed } from '../../../../ui/format.ts'
import { Empty } from '../../../../ui/notice.tsx'
import { OutsideLink } from '../../../../ui/page/address.tsx'
import { PageText } from '../../../../ui/page/page-text.tsx'
import { type Column, DataTable } from '../../../../ui/table/table.tsx'
import { Score } from '../../results/result-columns.tsx'
import { countBars, rangeBars, scoreBars } from '../bars.ts'
import type { ReportProps } from '../report-props.ts'
import { BarTable } from './bar-table.tsx'

/** The figures of the report. */
export function Overview({ report, linkTo }: ReportProps) {
  if (report.pages.total === 0) return <Empty title="No pages yet" />
  return (
    <>
      <div class="columns">
        <ScoreSection report={report} />
        <PagesSection report={report} linkTo={linkTo} />
      </div>
      {report.scores !== null && <ScoresSection scores={report.scores} />}
    </>
  )
}

type Deduction = NonNullable<SiteReport['score']>['deductions'][number]

const deductionColumns: readonly Column<Deduction>[] = [
  { title: 'Why points are lost', isLong: true, cell: ({ reason }) => <PageText text={reason} /> },
  { title: 'Points', isNumber: true, cell: ({ points }) => `−${trimmed(points, 2)}` },
]

function ScoreSection({ report: { score } }: Pick<ReportProps, 'report'>) {
  if (score === null)
    return (
      <Section title="Score of the site">
        <p>None. No page that can be indexed was read.</p>
      </Section>
    )
  return (
    <Section title="Score of the site">
      <div class="row batch-score">
        <ScoreRing score={score.overall} label="Score of the site" />
        <p>
          <strong>{trimmed(score.overall, 2)}</strong> of 100: 100 minus the points below.
        </p>
      </div>
      <DataTable
        caption="Deductions from the score"
        columns={deductionColumns}
        rows={score.deductions}
        rowKey={({ id }) => id}
        empty={<p class="good">No points lost.</p>}
      />
    </Section>
  )
}

function PagesSection({ report: { batch, pages }, linkTo }: Pick<ReportProps, 'report' | 'linkTo'>) {
  const linked = (count: number, href: string) => <a href={href}>{formatCount(count)}</a>
  const pagesThat = (indexable?: string) => linkTo({ tab: 'pages', indexable })
  return (
    <Section title="Pages">
      <Facts
        items={[
          ['Pages', linked(pages.total, pagesThat())],
          ['Indexable', linked(pages.indexable, pagesThat('true'))],
          ['Not indexable', linked(pages.not_indexable, pagesThat('false'))],
          ['Unknown', formatCount(pages.unknown)],
          ['Failed', linked(pages.failed, hrefOf(['batches', batch.id], { show: 'failed' }))],
        ]}
      />
      <BarTable
        title="By status"
        rows={countBars(pages.by_status)}
        meaningOf={({ label }) => meaningOfStatus(label)}
      />
      <BarTable title="By clicks from a start page" rows={countBars(pages.by_depth)} />
      <BarTable title="Failures by code" rows={countBars(pages.by_code)} meaningOf={() => 'bad'} />
    </Section>
  )
}

function meaningOfStatus(status: string): string {
  return status.startsWith('2') ? 'good' : status.startsWith('3') ? 'warn' : 'bad'
}

type Scores = NonNullable<SiteReport['scores']>

const worstColumns: readonly Column<Scores['worst'][number]>[] = [
  { title: 'Page', isLong: true, cell: ({ url }) => <OutsideLink url={url} /> },
  {
    title: 'Score',
    isNumber: true,
    cell: ({ overall }) => <Score score={overall} />,
  },
]

function ScoresSection({ scores }: { scores: Scores }) {
  return (
    <Section title="Page scores">
      <Facts
        items={[
          ['Mean', trimmed(scores.mean, 2)],
          ['Median', trimmed(scores.median, 2)],
        ]}
      />
      <div class="columns">
        <BarTable
          title="Pages by score"
          rows={rangeBars(scores.distribution)}
          meaningOf={({ label }) => meaningOfScore(Number.parseInt(label, 10))}
        />
        <BarTable
          title="Mean of each category"
          rows={scoreBars(scores.by_category)}
          textOf={({ label }) => inWords(label)}
          meaningOf={({ count }) => meaningOfScore(count)}
        />
        <div>
          <h3>Lowest scores</h3>
          <DataTable
            caption="Pages with the lowest scores"
            columns={worstColumns}
            rows={scores.worst}
            rowKey={({ url }) => url}
          />
        </div>
      </div>
    </Section>
  )
}
