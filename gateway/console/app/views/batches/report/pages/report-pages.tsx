import type { SitePageRow } from '#shared/operations/results/site-report.ts'
import { hrefOf } from '../../../../state/address.ts'
import { setParameters } from '../../../../state/route.ts'
import { Section } from '../../../../ui/facts.tsx'
import { Choice, TextFilter } from '../../../../ui/form/filter-fields.tsx'
import { formatCount, inWords, plural } from '../../../../ui/format.ts'
import { Loaded } from '../../../../ui/loaded.tsx'
import { PageLinks } from '../../../../ui/table/page-links.tsx'
import { DataTable } from '../../../../ui/table/table.tsx'
import { readPages } from '../../calls.tsx'
import type { Found } from '../../lines.ts'
import { useCostly } from '../../live/use-costly.tsx'
import { afterOf } from '../../results/page-window.ts'
import type { ReportProps } from '../report-props.ts'
import { pageColumns } from './page-columns.tsx'
import { filterPages, pageKinds } from './page-filter.ts'

/** Rows that are sorted and filtered at a time: about 4 MB. */
const WINDOW = 10_000

/** The pages with their links and link scores: sorted and filtered here, ten thousand at a time. */
export function ReportPages({ report, parameters }: ReportProps) {
  const { id } = report.batch
  const after = afterOf(parameters.get('after'))
  const pages = useCostly<Found<SitePageRow>>((signal) => readPages(id, { after, limit: WINDOW }, signal), {
    key: `${id} ${after}`,
    isLive: !report.complete,
  })
  return (
    <Section title="Pages" aside={<Range report={report} after={after} />}>
      <Filters parameters={parameters} />
      <Loaded resource={pages} lines={12}>
        {({ rows }) => <PageTable id={id} rows={rows} parameters={parameters} />}
      </Loaded>
    </Section>
  )
}

function Filters({ parameters }: Pick<ReportProps, 'parameters'>) {
  return (
    <div class="fields" role="search" aria-label="Pages">
      <Choice
        label="Pages"
        name="show"
        value={parameters.get('show') ?? ''}
        choices={pageKinds.map((one) => [one, inWords(one)])}
      />
      <TextFilter label="Text in the URL or title" name="text" value={parameters.get('text') ?? ''} />
    </div>
  )
}

function PageTable({
  id,
  rows,
  parameters,
}: {
  id: string
  rows: readonly SitePageRow[]
  parameters: URLSearchParams
}) {
  const shown = filterPages(rows, parameters.get('show') ?? '', parameters.get('text') ?? '')
  return (
    <>
      <p class="small" role="status">
        {shown.length === rows.length
          ? plural(rows.length, 'page')
          : `${formatCount(shown.length)} of ${plural(rows.length, 'page')}`}
      </p>
      <DataTable
        caption="Pages of the site"
        columns={pageColumns(id)}
        rows={shown}
        rowKey={({ n }) => n}
        sort={parameters.get('sort')}
        onSort={(sort) => setParameters({ sort })}
        empty={<p class="muted">No page matches.</p>}
      />
    </>
  )
}

/** Which results are loaded, with links to the others where there are more. */
function Range({ report, after }: Pick<ReportProps, 'report'> & { after: number }) {
  const { total } = report.pages
  if (total <= WINDOW && after === 0) return null
  const linkTo = (start: number) =>
    hrefOf(['batches', report.batch.id, 'report'], { tab: 'pages', after: start === 0 ? '' : `${start}` })
  return (
    <PageLinks
      label="Parts of the pages"
      before={[['Previous', after > 0 ? linkTo(Math.max(0, after - WINDOW)) : null]]}
      after={[['Next', after + WINDOW < total ? linkTo(after + WINDOW) : null]]}
    >
      Pages {formatCount(after + 1)} to {formatCount(Math.min(after + WINDOW, total))} of {formatCount(total)}
      , sorted among themselves. The CSV has all.
    </PageLinks>
  )
}
