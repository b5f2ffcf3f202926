import { expect } from 'chai'
import { hostKey } from '#shared/messages/topics.ts'
import { checkParameters } from '#shared/operations/parameters.ts'
import { makePostgresEndings } from '#stages/batch/adapters/postgres/endings/complete.ts'
import { crawlItems, startPosition } from '#stages/batch/crawl/crawl-items.ts'
import { discover } from '#stages/batch/crawl/discover.ts'
import type { Batch, Item } from '#stages/batch/frontier/frontier.ts'
import { crawl } from '../../../../crawl/crawl-fixture.ts'
import { openStoreFixture, type StoreFixture } from '../../../../store-fixture.ts'
import { databaseOfEachTest } from '../../database-of-test.ts'
import { endingsIn, linesInDatabase, startInDatabase } from '../endings-scene.ts'
import { endOf, numberFor, ORIGIN } from './random-site.ts'

/** An item that has not ended, as both frontiers show it. */
interface OpenItem {
  readonly seq: number
  readonly role: Item['role']
  readonly url: string
  readonly depth: number | null
  readonly source: string | null
  readonly scope: string | null
  readonly json: string
}

const ID = '0193c0de-0000-4000-8000-000000000001'

function startItems(batch: Batch) {
  const checked = checkParameters(batch.operation, { url: `${ORIGIN}/` }, true)
  if ('problems' in checked) throw new Error('the start page is not valid')
  return crawlItems(batch, checked.parameters, startPosition)
}

function openInFile({ database }: StoreFixture): OpenItem[] {
  return database.db
    .prepare(
      `SELECT place % 4294967296 AS seq, iif(role = 'scout', 'discovery', 'page') AS role, url, depth, source, scope, json
       FROM items JOIN parameters ON parameters.id = items.parameters ORDER BY place`,
    )
    .all()
    .map((row) => ({ ...(row as unknown as OpenItem) }))
}

describe('makePostgresEndings, beside the SQLite frontier', function () {
  this.timeout(60_000)
  const postgres = databaseOfEachTest()

  function openInDatabase(num: number): Promise<OpenItem[]> {
    return postgres.query<OpenItem>(
      `SELECT items.seq, CASE role WHEN 0 THEN 'page' ELSE 'discovery' END AS role, url, depth, source, scope, json
       FROM items JOIN parameters ON parameters.id = items.parameters WHERE items.batch = $1 ORDER BY seq`,
      [num],
    )
  }

  for (const { seed, operation, maxPages } of [
    { seed: 'one', operation: 'metadata', maxPages: 300 },
    { seed: 'two', operation: 'metadata', maxPages: 150 },
    { seed: 'three', operation: 'seo-audit', maxPages: 200 },
    { seed: 'four', operation: 'metadata', maxPages: 400 },
  ] as const) {
    it(`takes the same decisions about a crawl: ${seed}, ${operation}`, async () => {
      const batch: Batch = { ...crawl({ maxPages }, operation), id: ID }
      const file = await openStoreFixture({ discover })
      try {
        await file.frontier.create(batch)
        await file.frontier.add(ID, startItems(batch))
        await file.frontier.start(ID, false)
        const num = await startInDatabase(postgres, batch, startItems(batch))
        const complete = makePostgresEndings({ ...endingsIn(postgres, discover), queueOf: hostKey })
        for (let round = 0; ; round++) {
          const open = openInFile(file)
          expect(await openInDatabase(num), `open items of round ${round}`).to.deep.equal(open)
          // What has ended is swept after a while.
          if (open.length === 0) break
          expect(await familiesInDatabase(num)).to.deep.equal(familiesInFile(file))
          const chosen = open.filter(({ seq }) => numberFor(`${seed} ${round} ${seq}`, 3) === 0).slice(0, 60)
          const ended = (chosen.length > 0 ? chosen : open.slice(0, 1)).map(({ json, source, ...item }) =>
            endOf(
              seed,
              { ...item, batch: ID, from: source, parameters: { url: item.url, ...JSON.parse(json) } },
              operation,
            ),
          )
          await file.frontier.complete(ended)
          await complete(ended)
        }
        expect(withoutTimes(await linesInDatabase(postgres, num))).to.deep.equal(
          withoutTimes(await linesInFile(file)),
        )
        expect(countsInFile(file)?.lines).to.be.greaterThan(100)
        expect(await countsInDatabase(num)).to.deep.equal(countsInFile(file))
        expect(await pagesInDatabase(num)).to.deep.equal(pagesInFile(file))
        expect(await postgres.query('SELECT * FROM queues')).to.deep.equal([])
      } finally {
        await file.end()
      }
    })
  }

  async function countsInDatabase(num: number) {
    const [row] = await postgres.query<Record<string, unknown>>(
      'SELECT state, accepted, done, failed, discoveries AS scouts, seq, lines FROM batches WHERE num = $1',
      [num],
    )
    return row
  }

  function pagesInDatabase(num: number) {
    return postgres.query<{ url: string; seq: number }>(
      `SELECT text AS url, seq FROM site_pages JOIN site_texts ON site_texts.id = site_pages.url WHERE site_pages.batch = $1
       ORDER BY text COLLATE "C"`,
      [num],
    )
  }

  function familiesInDatabase(num: number) {
    return postgres.query<Record<string, number>>(
      'SELECT open_items, held, compared, fresh, stale, gap, rank FROM page_families WHERE batch = $1 ORDER BY id',
      [num],
    )
  }
})

/** A failure that the frontier makes itself names its time. */
function withoutTimes(lines: string): string[] {
  return lines.replace(/"timestamp":"[^"]*"/g, '"timestamp":""').split('\n')
}

async function linesInFile(file: StoreFixture): Promise<string> {
  const chunks: Uint8Array[] = []
  const reading = { after: 0, isFollowing: false, signal: new AbortController().signal }
  for await (const chunk of (await file.readResults(ID, reading)) ?? []) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const all = ({ database }: StoreFixture, text: string) =>
  database.db
    .prepare(text)
    .all()
    .map((row) => ({ ...row }))

function countsInFile(file: StoreFixture) {
  return all(file, 'SELECT state, accepted, done, failed, scouts, seq, lines FROM batches')[0]
}

function pagesInFile(file: StoreFixture) {
  return all(
    file,
    'SELECT text AS url, seq FROM site_pages JOIN site_texts ON site_texts.id = site_pages.url ORDER BY text',
  )
}

function familiesInFile(file: StoreFixture) {
  return all(
    file,
    'SELECT open_items, held, compared, fresh, stale, gap, rank FROM page_families ORDER BY id',
  )
}
