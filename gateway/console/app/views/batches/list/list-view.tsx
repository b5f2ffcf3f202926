import type { BatchPageBody } from '#shared/operations/results/batch.ts'
import { batchStates } from '#shared/ports/batch-words.ts'
import { callJson } from '../../../api/client.ts'
import { hrefOf } from '../../../state/address.ts'
import { useResource } from '../../../state/resource.ts'
import { Tabs } from '../../../ui/facts.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Empty } from '../../../ui/notice.tsx'
import { PageLinks } from '../../../ui/table/page-links.tsx'
import { isOver } from '../batch.ts'
import { BatchTable } from './batch-table.tsx'

/** Batches of a page. */
const LIMIT = '25'
const POLL_MS = 5000
const POLL_HIDDEN_MS = 30_000

/** The owner's batches, newest first. Address: `#/batches?state=&cursor=`. */
export function ListView({ parameters }: { parameters: URLSearchParams }) {
  const state = parameters.get('state') ?? ''
  const cursor = parameters.get('cursor') ?? ''
  const page = useResource<BatchPageBody>(
    (signal) => callJson('batches', { query: { state, cursor, limit: LIMIT }, signal }),
    { key: `${state} ${cursor}`, pollMs },
  )
  return (
    <>
      <div class="row spread">
        <h1>Batches</h1>
        <a class="button primary" href="#/batches/new">
          New
        </a>
      </div>
      <Tabs label="State" tabs={stateTabs()} current={state} />
      <Loaded resource={page} lines={12}>
        {(data) => <Listed page={data} state={state} cursor={cursor} />}
      </Loaded>
    </>
  )
}

/** Milliseconds until the list is loaded again: only while something in it goes on. */
function pollMs(page: BatchPageBody | null): number | null {
  if (page?.batches.every(isOver)) return null
  return document.hidden ? POLL_HIDDEN_MS : POLL_MS
}

function stateTabs() {
  return ['', ...batchStates].map((state) => [state, state || 'all', hrefOf(['batches'], { state })] as const)
}

function Listed({ page, state, cursor }: { page: BatchPageBody; state: string; cursor: string }) {
  if (page.batches.length === 0 && cursor === '') return <NoBatches state={state} />
  return (
    <section class="panel" aria-label="Batches">
      {page.batches.length === 0 ? (
        <p>There are no further batches.</p>
      ) : (
        <BatchTable batches={page.batches} />
      )}
      {(page.next_cursor !== null || cursor !== '') && (
        <PageLinks
          label="Pages of the list"
          before={[['Newest', cursor === '' ? null : hrefOf(['batches'], { state })]]}
          after={[['Older', page.next_cursor && hrefOf(['batches'], { state, cursor: page.next_cursor })]]}
        />
      )}
    </section>
  )
}

function NoBatches({ state }: { state: string }) {
  if (state !== '') {
    return (
      <Empty title={`No batch is ${state}`}>
        <p>
          <a href="#/batches">Show all batches</a>
        </p>
      </Empty>
    )
  }
  return (
    <Empty title="There is no batch yet">
      <p>
        A batch inspects many pages in the background: a list of URLs, the pages of a sitemap, or a whole site
        that it crawls. It is polite to each host, goes on when you leave, and makes a report on the site.
      </p>
      <p>
        <a class="button primary" href="#/batches/new">
          Start the first batch
        </a>
      </p>
    </Empty>
  )
}
