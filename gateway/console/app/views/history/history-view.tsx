import { useRef } from 'preact/hooks'
import { callJson } from '../../api/client.ts'
import { hrefOf, type ViewProps } from '../../state/address.ts'
import { type Resource, useResource } from '../../state/resource.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatMs, formatTime } from '../../ui/format.ts'
import { Empty, ErrorNotice, Skeleton, useSecondsSince } from '../../ui/notice.tsx'
import { operationName } from '../../ui/operation-names.ts'
import { Address } from '../../ui/page/address.tsx'
import { PageLinks } from '../../ui/table/page-links.tsx'
import { type Column, DataTable } from '../../ui/table/table.tsx'
import { HistoryFilters } from './history-filters.tsx'
import {
  filters,
  type InspectionPage,
  type ListedInspection,
  problemInWords,
  refreshMs,
} from './inspection-list.ts'
import { AgainLink, InspectionLink } from './links.tsx'

/** The owner's inspections of the last 24 h, a page at a time, newest first. */
export function HistoryView({ route: { parameters } }: ViewProps) {
  const query = queryOf(parameters)
  const { cursor } = query
  const page = useResource<InspectionPage>((signal) => callJson('inspections', { query, signal }), {
    key: JSON.stringify(query),
    pollMs: (data) => refreshMs(data, cursor === undefined),
  })
  return (
    <>
      <h1>History</h1>
      <p class="muted">The inspections of the last 24 h by keys of your owner, newest first.</p>
      <HistoryFilters query={query} fields={page.error?.fields ?? {}} />
      {page.error !== null && <ErrorNotice error={page.error} retry={page.reload} />}
      <Listed page={page} query={query} />
    </>
  )
}

type Query = Readonly<Partial<Record<(typeof filters)[number] | 'cursor', string>>>

/** The query of the API that an address means. */
function queryOf(parameters: URLSearchParams): Query {
  const names = [...filters, 'cursor']
  return Object.fromEntries(names.flatMap((name) => pairOf(name, parameters.get(name))))
}

function pairOf(name: string, value: string | null): [string, string][] {
  return value ? [[name, value]] : []
}

/** While another page is loaded, the one before stays. */
function Listed({ page: { data, error }, query }: { page: Resource<InspectionPage>; query: Query }) {
  const last = useRef<Shown | null>(null)
  if (data !== null) last.current = { data, query }
  if (last.current === null) return error === null ? <Skeleton lines={10} /> : null
  if (data === null && error !== null) return null
  return <Page {...last.current} isBusy={data === null} />
}

interface Shown {
  readonly data: InspectionPage
  readonly query: Query
}

function Page({ data, query, isBusy }: Shown & { isBusy: boolean }) {
  return (
    <div class="panel" aria-busy={isBusy}>
      {data.inspections.length === 0 ? (
        <Nothing query={query} hasOlder={data.next_cursor !== null} />
      ) : (
        <DataTable
          caption="Inspections"
          columns={columns}
          rows={data.inspections}
          rowKey={(inspection) => inspection.id}
        />
      )}
      <Pages query={query} next={data.next_cursor} />
    </div>
  )
}

const columns: readonly Column<ListedInspection>[] = [
  { title: 'URL', isLong: true, cell: (one) => <InspectionLink inspection={one} /> },
  { title: 'Operation', cell: (one) => <span class="nowrap">{operationName(one.operation)}</span> },
  {
    title: 'State',
    cell: (one) => (
      <div class="inspection-state">
        <Badge word={one.state} /> {problemInWords(one)}
      </div>
    ),
  },
  { title: 'Created', cell: (one) => <span class="nowrap">{formatTime(one.created_at)}</span> },
  { title: 'Duration', isNumber: true, cell: (one) => <Duration inspection={one} /> },
  {
    title: 'Again',
    cell: ({ operation, url }) => (
      <AgainLink operation={operation} parameters={{ url }}>
        Run again{' '}
        <span class="hidden">
          <Address text={url} />
        </span>
      </AgainLink>
    ),
  },
]

function Duration({ inspection }: { inspection: ListedInspection }) {
  return inspection.ms === null ? (
    <RunningTime inspection={inspection} />
  ) : (
    <span>{formatMs(inspection.ms)}</span>
  )
}

function RunningTime({ inspection }: { inspection: ListedInspection }) {
  return <>{formatMs(1000 * (useSecondsSince(Date.parse(inspection.created_at)) || 1))}</>
}

function Nothing({ query, hasOlder }: { query: Query; hasOlder: boolean }) {
  if (hasOlder)
    return (
      <Empty title="None of the newest inspections matches">
        <p>Older ones may match: go on with "Older".</p>
      </Empty>
    )
  if (Object.keys(query).length > 0)
    return (
      <Empty title="No inspection matches">
        <p>
          Inspections are kept for 24 h. <a href="#/history">Show all</a>
        </p>
      </Empty>
    )
  return (
    <Empty title="No inspection in the last 24 h">
      <p>
        Inspections are kept for 24 h. <a href="#/inspect">Inspect a page</a>
      </p>
    </Empty>
  )
}

/** The page before each page that was left with "Older", by cursor; `''` = the newest. Lives as long as the tab. */
const newerOf = new Map<string, string>()

function Pages({ query, next }: { query: Query; next: string | null }) {
  const { cursor, ...kept } = query
  if (next !== null) newerOf.set(next, cursor ?? '')
  const newer = cursor === undefined ? undefined : newerOf.get(cursor)
  if (cursor === undefined && next === null) return null
  return (
    <PageLinks
      label="Pages"
      before={[
        [
          newer === undefined ? 'Newest' : 'Newer',
          cursor === undefined ? null : hrefOf(['history'], { ...kept, cursor: newer }),
        ],
      ]}
      after={[['Older', next && hrefOf(['history'], { ...kept, cursor: next })]]}
    />
  )
}
