import type { PageBudget } from '#shared/async/budget-exceeded.ts'
import type { NewBatch } from '#shared/ports/batches.ts'
import { siteAddress } from '../../../crawl/normalize-address.ts'
import { leftover } from '../../../frontier/decisions/batch-counts.ts'
import { MOST_OWNERS } from '../../../frontier/decisions/bounds.ts'
import {
  type EndedCrawl,
  type LinkAnswer,
  type SiteStore,
  siteState,
} from '../../../site/finish/site-store.ts'
import { makeSiteReports, type SiteReports } from '../../sqlite/site/site-reports.ts'
import { batchOf, type StoredBatch } from '../batches/batch-rows.ts'
import { numberTexts } from '../batches/number-texts.ts'
import type { Postgres, Session } from '../connection/postgres.ts'

/** URLs of one statement. */
const AT_ONCE = 1000

const FIND = `SELECT num, request FROM batches WHERE id = $1::uuid AND leftovers < ${leftover.all}`
/** Whoever removes the batch waits for the end of the transaction, and then finds what it stored. */
const LOCK = `SELECT num FROM batches WHERE num = $1 AND leftovers < ${leftover.all} FOR SHARE`

const ADD_LISTED = `
  INSERT INTO site_listed (batch, url) SELECT $1, url FROM unnest($2::bigint[]) AS given (url) ON CONFLICT DO NOTHING`
const ADD_ORIGINS = `
  INSERT INTO site_sitemap_origins (batch, origin) SELECT $1, url FROM unnest($2::bigint[]) AS given (url) ON CONFLICT DO NOTHING`
const ADD_PROBES = `
  INSERT INTO site_probes (batch, url, status, error, location)
  SELECT $1, url, status, error, location
  FROM unnest($2::bigint[], $3::int[], $4::bigint[], $5::bigint[]) AS given (url, status, error, location)
  ON CONFLICT DO NOTHING`
const SET_STATE = 'UPDATE batches SET site_state = $2 WHERE id = $1::uuid'
const SET_PUBLISHED = `UPDATE batches SET site_state = site_state | ${siteState.published(0)} WHERE id = $1::uuid`

/** A batch that has not been removed. */
interface FoundBatch {
  readonly num: number
  readonly address: ReturnType<typeof siteAddress>
}

/** What is stored of entries, such as URLs. */
interface Storage<Entry> {
  /** The texts of an entry that are numbered. */
  textsOf(entry: Entry, batch: FoundBatch): readonly string[]
  insert(session: Session, batch: FoundBatch, entries: readonly Entry[], number: Numbers): Promise<void>
}

type Numbers = (text: string) => number

/** Makes the store of the checks of sites. Any number of processes may use it, also for one crawl. */
export function postgresSiteStore(postgres: Postgres): SiteStore {
  return {
    unpublished: () => endedCrawls(postgres),
    addListed: (id, urls) =>
      store(
        postgres,
        id,
        urls.filter((url) => URL.canParse(url)),
        addressesIn(ADD_LISTED),
      ),
    addProbes: (id, answers) => store(postgres, id, answers, probes),
    /** The origins come first: what a crash leaves of them is added again. */
    async finish(id, sitemapOrigins) {
      await store(postgres, id, sitemapOrigins, addressesIn(ADD_ORIGINS))
      await postgres.query(SET_STATE, [id, siteState.completed(sitemapOrigins.length > 0)])
    },
    async setPublished(id) {
      await postgres.query(SET_PUBLISHED, [id])
    },
  }
}

/** Stores some entries after the other, unless the batch has been removed. */
async function store<Entry>(
  postgres: Postgres,
  id: string,
  entries: readonly Entry[],
  { textsOf, insert }: Storage<Entry>,
): Promise<void> {
  for (let from = 0; from < entries.length; from += AT_ONCE) {
    const batch = await find(postgres, id)
    if (batch === null) return
    const { num } = batch
    const part = entries.slice(from, from + AT_ONCE)
    const texts = part.flatMap((entry) => textsOf(entry, batch)).map((text) => ({ batch: num, text }))
    const numbers = await numberTexts(postgres, 'site', texts)
    await postgres.transaction(async (session) => {
      if ((await session.query(LOCK, [num])).length === 0) return
      await numbers.confirm(session)
      await insert(session, batch, part, (text) => numbers.of(num, text))
    })
  }
}

async function find(postgres: Postgres, id: string): Promise<FoundBatch | null> {
  const [row] = await postgres.query<{ num: number; request: string }>(FIND, [id])
  return row === undefined
    ? null
    : { num: row.num, address: siteAddress(JSON.parse(row.request) as NewBatch) }
}

/** URLs, by the statement that stores their numbers. */
function addressesIn(statement: string): Storage<string> {
  const addressOf = (url: string, { address }: FoundBatch) => address(new URL(url).href)
  return {
    textsOf: (url, batch) => [addressOf(url, batch)],
    async insert(session, batch, urls, number) {
      await session.query(statement, [batch.num, urls.map((url) => number(addressOf(url, batch)))])
    },
  }
}

const probes: Storage<LinkAnswer> = {
  textsOf: ({ url, error, location }, { address }) => [
    url,
    ...(error === null ? [] : [error]),
    ...(location === null ? [] : [address(location)]),
  ],
  async insert(session, { num, address }, answers, number) {
    const numberOf = (text: string | null) => (text === null ? null : number(text))
    await session.query(ADD_PROBES, [
      num,
      answers.map(({ url }) => number(url)),
      answers.map(({ status }) => status),
      answers.map(({ error }) => numberOf(error)),
      answers.map(({ location }) => numberOf(location === null ? null : address(location))),
    ])
  },
}

const FIND_ENDED = `
  SELECT id, request, state, created_at, first_url, site_state FROM batches WHERE num IN (
    SELECT min(num) FROM batches
    WHERE site_state < 4 AND finished_at IS NOT NULL AND source = 'crawl' AND leftovers < ${leftover.all} GROUP BY owner)
  ORDER BY finished_at LIMIT ${MOST_OWNERS}`

/** The oldest crawl of each owner that has ended, and whose report has not been published as complete. */
async function endedCrawls(session: Session): Promise<EndedCrawl[]> {
  const rows = await session.query<StoredBatch & { readonly site_state: number }>(FIND_ENDED)
  return rows.map((row) => ({ batch: batchOf(row), isFinished: siteState.isComplete(row.site_state) }))
}

/** Makes reports from the database of that URL in a thread with a connection of its own. */
export function postgresSiteReports(url: string, budget: PageBudget): SiteReports {
  return makeSiteReports({ source: url, program: new URL('report.worker.ts', import.meta.url), budget })
}
