import { callJson } from '../../../api/client.ts'
import { hrefOf } from '../../../state/address.ts'
import { useResource } from '../../../state/resource.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { Empty } from '../../../ui/notice.tsx'
import { PageLinks } from '../../../ui/table/page-links.tsx'
import type { ListedBatch } from '../../batches/batch.ts'
import { readRunning } from '../calls.tsx'
import { type SitePage, siteRows } from '../site.ts'
import { SiteRows } from './site-rows.tsx'

/** Sites of a page. */
const LIMIT = '25'
const POLL_MS = 5000
const POLL_HIDDEN_MS = 30_000

interface Listed {
  readonly page: SitePage
  readonly running: readonly ListedBatch[]
}

/** The owner's sites, the one that was crawled last first. Address: `#/sites?cursor=`. */
export function SiteListView({ parameters }: { parameters: URLSearchParams }) {
  const cursor = parameters.get('cursor') ?? ''
  const listed = useResource<Listed>((signal) => load(cursor, signal), { key: cursor, pollMs })
  return (
    <>
      <div class="row spread">
        <h1>Sites</h1>
        <a class="button primary" href="#/sites/new">
          New crawl
        </a>
      </div>
      <Loaded resource={listed} lines={12}>
        {(data) => <List listed={data} cursor={cursor} />}
      </Loaded>
    </>
  )
}

async function load(cursor: string, signal: AbortSignal): Promise<Listed> {
  const [page, running] = await Promise.all([
    callJson<SitePage>('sites', { query: { cursor, limit: LIMIT }, signal }),
    readRunning(signal),
  ])
  return { page, running }
}

/** Milliseconds until the list is loaded again: only while a crawl goes on. */
function pollMs(listed: Listed | null): number | null {
  if (listed?.running.every(({ source }) => source !== 'crawl')) return null
  return document.hidden ? POLL_HIDDEN_MS : POLL_MS
}

function List({ listed: { page, running }, cursor }: { listed: Listed; cursor: string }) {
  const rows = siteRows(page.sites, running, { hasOthers: cursor === '' })
  if (rows.length === 0 && cursor === '') return <NoSites />
  return (
    <section class="panel" aria-label="Sites">
      {rows.length === 0 ? <p>There are no further sites.</p> : <SiteRows rows={rows} />}
      {(page.next_cursor !== null || cursor !== '') && (
        <PageLinks
          label="Pages of the list"
          before={[['First', cursor === '' ? null : '#/sites']]}
          after={[['More sites', page.next_cursor && hrefOf(['sites'], { cursor: page.next_cursor })]]}
        />
      )}
    </section>
  )
}

function NoSites() {
  return (
    <Empty title="No site has been crawled yet">
      <p>
        A crawl follows the links of a site and audits every page. It shows what is wrong first, how to fix
        it, and at the next crawl what has changed.
      </p>
      <p>
        <a class="button primary" href="#/sites/new">
          New crawl
        </a>
      </p>
    </Empty>
  )
}
