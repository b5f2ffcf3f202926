import type { SitePageRow } from '#shared/operations/results/site-report.ts'
import { hrefOf } from '../../../state/address.ts'
import { Section, Tabs } from '../../../ui/facts.tsx'
import { formatCount } from '../../../ui/format.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { Empty } from '../../../ui/notice.tsx'
import { PageLinks } from '../../../ui/table/page-links.tsx'
import { DataTable } from '../../../ui/table/table.tsx'
import { type Batch, endedOf, isOver } from '../batch.ts'
import { readPages } from '../calls.tsx'
import type { Found } from '../lines.ts'
import { useCostly } from '../live/use-costly.tsx'
import { afterOf, PAGE_ROWS, pageLinks } from './page-window.ts'
import { resultColumns } from './result-columns.tsx'

/** Rows that are read to find those that failed. */
const SEARCHED = 20_000

interface Window {
  readonly after: number
  readonly onlyFailed: boolean
}

/** The results page by page, as they ended; or only those that failed. */
export function ResultsTable({ batch, parameters }: { batch: Batch; parameters: URLSearchParams }) {
  const window: Window = {
    after: afterOf(parameters.get('after')),
    onlyFailed: parameters.get('show') === 'failed',
  }
  const total = endedOf(batch.counts)
  return (
    <Section
      title="Results"
      aside={
        <Tabs
          label="Results that are shown"
          tabs={tabsOf(batch.id)}
          current={window.onlyFailed ? 'failed' : 'all'}
        />
      }
    >
      {total === 0 ? (
        <Empty title={isOver(batch) ? 'There is no result' : 'There is no result yet'} />
      ) : (
        <Rows batch={batch} window={window} />
      )}
    </Section>
  )
}

function tabsOf(id: string) {
  const path = ['batches', id]
  return [
    ['all', 'all', hrefOf(path)],
    ['failed', 'failed', hrefOf(path, { show: 'failed' })],
  ] as const
}

function Rows({ batch, window }: { batch: Batch; window: Window }) {
  const { id } = batch
  const { after, onlyFailed } = window
  const found = useCostly<Found<SitePageRow>>((signal) => readWindow(id, window, signal), {
    key: `${id} ${after} ${onlyFailed}`,
    isLive: !isOver(batch),
    isFinal: ({ rows }) => rows.length >= PAGE_ROWS,
  })
  return (
    <>
      <Loaded resource={found} lines={10}>
        {({ rows }) => (
          <DataTable
            caption={onlyFailed ? 'Results that failed' : 'Results in the order in which they ended'}
            columns={resultColumns(id)}
            rows={rows}
            rowKey={({ n }) => n}
            empty={
              <p class="muted">{onlyFailed ? 'None of these failed.' : 'There are no further results.'}</p>
            }
          />
        )}
      </Loaded>
      {onlyFailed ? (
        <FailedLinks batch={batch} after={after} found={found.data} />
      ) : (
        <Links batch={batch} after={after} />
      )}
    </>
  )
}

function readWindow(id: string, { after, onlyFailed }: Window, signal: AbortSignal) {
  if (!onlyFailed) return readPages(id, { after, limit: PAGE_ROWS }, signal)
  const matches = ({ code }: SitePageRow) => code !== null
  return readPages(id, { after, limit: SEARCHED, most: PAGE_ROWS, matches }, signal)
}

function Links({ batch, after }: { batch: Batch; after: number }) {
  const total = endedOf(batch.counts)
  const { first, previous, next, last } = pageLinks(after, total)
  const link = (text: string, to: number | null) => [text, hrefAfter(batch.id, to)] as const
  return (
    <PageLinks
      label="Pages of the results"
      before={[link('First', first), link('Previous', previous)]}
      after={[link('Next', next), link('Last', last)]}
    >
      {formatCount(Math.min(after + 1, total))} to {formatCount(Math.min(after + PAGE_ROWS, total))} of{' '}
      {formatCount(total)}
    </PageLinks>
  )
}

interface FailedLinksProps {
  readonly batch: Batch
  readonly after: number
  readonly found: Found<SitePageRow> | null
}

/** The rest of the failures: where the search goes on. */
function FailedLinks({ batch, after, found }: FailedLinksProps) {
  const total = endedOf(batch.counts)
  const read = found?.last?.n ?? after
  return (
    <PageLinks
      label="Pages of the results"
      before={[['First', hrefAfter(batch.id, after > 0 ? 0 : null, 'failed')]]}
      after={[['Next', hrefAfter(batch.id, read < total && found !== null ? read : null, 'failed')]]}
    >
      Results {formatCount(after + 1)} to {formatCount(read)} of {formatCount(total)} were searched.
    </PageLinks>
  )
}

/** The address of the results after a number; null = there are none. */
function hrefAfter(id: string, after: number | null, show?: string): string | null {
  return after === null ? null : hrefOf(['batches', id], { after: after === 0 ? '' : `${after}`, show })
}
