import type { FoundPageRow, SitePageRow } from '#shared/operations/results/site-report.ts'
import { call } from '../../../../api/client.ts'
import { setParameters } from '../../../../state/route.ts'
import { Section } from '../../../../ui/facts.tsx'
import { formatCount } from '../../../../ui/format.ts'
import { Loaded } from '../../../../ui/loaded.tsx'
import { hasText } from '../../../../ui/table/has-text.ts'
import { PageLinks } from '../../../../ui/table/page-links.tsx'
import { type Column, DataTable } from '../../../../ui/table/table.tsx'
import { pathOf } from '../../calls.tsx'
import { DownloadButton } from '../../downloads/download-button.tsx'
import { foundFile, pagesFile } from '../../downloads/downloads.ts'
import { type Found, findRows } from '../../lines.ts'
import { useCostly } from '../../live/use-costly.tsx'
import { findingOf } from '../found/finding.ts'
import { FoundCell } from '../found/found-cell.tsx'
import type { ReportProps } from '../report-props.ts'
import { pageColumns } from './page-columns.tsx'
import { PageFilters } from './page-filters.tsx'
import { filterQuery, type PageQuery, pageQueryOf, setFilters } from './page-query.ts'

/** Rows of a page of the table, and rows that are read to find those that have a text. */
const [ROWS, SEARCHED] = [100, 20_000]

/** A row, with what a rule found there when one is chosen. */
type Row = SitePageRow & Partial<Pick<FoundPageRow, 'found'>>

/** The pages of a batch by any filter, and with a rule what it found at each. */
export function PagesTab({ report, parameters, linkTo }: ReportProps) {
  const { id } = report.batch
  const query = pageQueryOf(parameters)
  const api = filterQuery(query)
  const rows = useCostly<Found<Row>>((signal) => readRows(id, query, signal), {
    key: `${id} ${JSON.stringify(api)} ${query.text} ${query.after}`,
    isLive: !report.complete,
  })
  const finding = query.rule === '' ? null : findingOf(report, query.rule)
  return (
    <Section title={finding?.title ?? 'Pages'}>
      {finding !== null && (
        <p>
          <strong>How to fix:</strong> {finding.fix}
        </p>
      )}
      <PageFilters report={report} query={query} />
      <p class="row">
        <DownloadButton id={id} kind={query.rule === '' ? pagesFile : foundFile(query.rule)} query={api} />
        {setFilters(query) > 0 && <a href={linkTo({ tab: 'pages' })}>All pages</a>}
        {query.text !== '' && <span class="small">The file has all texts.</span>}
      </p>
      <Loaded resource={rows} lines={12}>
        {(found) => <PageTable id={id} query={query} found={found} parameters={parameters} linkTo={linkTo} />}
      </Loaded>
    </Section>
  )
}

async function readRows(id: string, query: PageQuery, signal: AbortSignal): Promise<Found<Row>> {
  const limit = query.text === '' ? ROWS : SEARCHED
  const after = query.after === 0 ? {} : { after: `${query.after}` }
  const { body } = await call(pathOf(id, 'pages'), {
    query: { ...filterQuery(query), ...after, limit: `${limit}` },
    signal,
  })
  if (body === null) return { rows: [], last: null, isEnd: true }
  const found = await findRows<Row>(
    body,
    ({ url, title, code }) => hasText([url, title, code], query.text),
    ROWS,
  )
  // As many lines were asked for as were read: there may be more.
  return { ...found, isEnd: found.isEnd && (query.text !== '' || found.rows.length < ROWS) }
}

interface PageTableProps extends Pick<ReportProps, 'parameters' | 'linkTo'> {
  readonly id: string
  readonly query: PageQuery
  readonly found: Found<Row>
}

function PageTable({ id, query, found, parameters, linkTo }: PageTableProps) {
  const { rows, last, isEnd } = found
  const hrefAfter = (after: number) =>
    linkTo({ ...Object.fromEntries(parameters), tab: 'pages', after: after === 0 ? '' : `${after}` })
  return (
    <>
      <DataTable
        key={query.sort}
        caption="Pages of the site"
        columns={columnsOf(id, query)}
        rows={rows}
        rowKey={({ n }) => n}
        sort={query.sort}
        onSort={(sort) => setParameters({ sort, after: '' })}
        empty={<p class="muted">{query.after > 0 ? 'No more pages.' : emptyText(query)}</p>}
      />
      <PageLinks
        label="Parts of the pages"
        before={[['First pages', query.after > 0 ? hrefAfter(0) : null]]}
        after={[['Next pages', isEnd || last === null ? null : hrefAfter(last.n)]]}
      >
        {formatCount(rows.length)} shown
      </PageLinks>
    </>
  )
}

function emptyText(query: PageQuery): string {
  return setFilters(query) > 0 ? 'No page matches.' : 'No page was read.'
}

/** The page, what a rule found there, and the columns that are chosen. */
function columnsOf(id: string, { rule, columns }: PageQuery): Column<Row>[] {
  const [page, ...others] = pageColumns(id) as Column<Row>[]
  const chosen = others.filter((column) => columns.some((name) => name === column.id))
  const found: Column<Row> = {
    title: 'What was found',
    isLong: true,
    cell: (row) => <FoundCell url={row.url} found={row.found ?? null} />,
  }
  return [...(page === undefined ? [] : [page]), ...(rule === '' ? [] : [found]), ...chosen]
}
