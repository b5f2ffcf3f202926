import type { ViewProps } from '../../state/address.ts'
import { ListView } from './list/list-view.tsx'
import { NewBatchView } from './new/new-batch-view.tsx'
import { BatchView } from './one/batch-view.tsx'
import { ReportView } from './report/report-view.tsx'
import { ResultLineView } from './results/result-line-view.tsx'

/** What an id may be; anything else could lead to another path of the service. */
const ID = /^[\w-]+$/

/** All that is below `#/batches`: the list, a new batch, one batch, one of its results, and its report. */
export function BatchesView({ route: { path, parameters } }: ViewProps) {
  const [, id, part, n] = path
  if (id === undefined) return <ListView parameters={parameters} />
  if (id === 'new') return <NewBatchView parameters={parameters} />
  if (!ID.test(id)) return <NoView />
  if (part === undefined) return <BatchView key={id} id={id} parameters={parameters} />
  if (part === 'report') return <ReportView key={id} id={id} parameters={parameters} />
  if (part === 'pages') return <ReportView key={id} id={id} parameters={pagesOf(parameters)} />
  if (part === 'results' && /^[1-9]\d{0,14}$/.test(n ?? '')) return <ResultLineView id={id} n={Number(n)} />
  return <NoView />
}

/** The pages of a finding have had an address of their own, which people may have kept. */
function pagesOf(parameters: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...parameters, ['tab', 'pages']])
}

function NoView() {
  return (
    <>
      <h1>There is no such page</h1>
      <p>
        The URL may be mistyped. <a href="#/batches">All batches</a>
      </p>
    </>
  )
}
