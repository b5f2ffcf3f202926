import { expect } from 'chai'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import {
  openPostgres,
  type Postgres,
  type Session,
} from '#stages/batch/adapters/postgres/connection/postgres.ts'
import { makePostgresEndings } from '#stages/batch/adapters/postgres/endings/complete.ts'
import { discover } from '#stages/batch/crawl/discover.ts'
import type { Item } from '#stages/batch/frontier/frontier.ts'
import { page } from '#test/contract/frontier/batch-scene.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { crawl } from '../../../../crawl/crawl-fixture.ts'
import { databaseOfEachTest } from '../../database-of-test.ts'
import { endingsIn, startInDatabase } from '../endings-scene.ts'
import { endOf, ORIGIN } from './random-site.ts'

const ID = '0193c0de-0000-4000-8000-000000000001'

/** What a transaction changes; numbers of texts and parameters may be there without use. */
const TABLES = [
  ...['batches', 'items', 'queues', 'seen', 'families', 'page_families', 'held_items', 'result_rows'],
  ...['site_pages', 'site_results', 'site_found', 'site_rules', 'site_examples'],
]

async function everything(session: Session): Promise<string> {
  const tables: unknown[] = []
  for (const table of TABLES) tables.push(await session.query(`SELECT * FROM ${table} AS t ORDER BY t::text`))
  return JSON.stringify(tables)
}

/** A process whose connection ends in its transaction, before the statement with this number. */
interface BreakingPart extends Postgres {
  isWhole(): boolean
}

function breakingAt(url: string, statement: number): BreakingPart {
  let isWhole = true
  const postgres = openPostgres({ url, connections: 2, metrics: noMetrics, log: silentLog })
  return {
    ...postgres,
    isWhole: () => isWhole,
    transaction: (work) =>
      postgres.transaction(async (session) => {
        let at = 0
        const broken: Session = {
          async query(text, values) {
            at += 1
            if (at !== statement) return session.query(text, values)
            isWhole = false
            await session.query('SELECT pg_terminate_backend(pg_backend_pid())')
            return session.query(text, values)
          },
        }
        return work(broken)
      }),
  }
}

describe('makePostgresEndings, when a process ends in the middle', function () {
  this.timeout(60_000)
  const postgres = databaseOfEachTest()

  it('leaves nothing behind, wherever that was, and the next process ends all of it', async () => {
    const start = { ...page(`${ORIGIN}/`), depth: 0 }
    const num = await startInDatabase(postgres, { ...crawl({}, 'seo-audit'), id: ID }, [start])
    const endsOfOpen = async () => {
      const open = await postgres.query<{ seq: number; url: string; role: number }>(
        'SELECT seq, url, role FROM items WHERE batch = $1 ORDER BY seq LIMIT 40',
        [num],
      )
      return open.map(({ seq, url, role }) => {
        const item: Item = {
          ...start,
          batch: ID,
          seq,
          parameters: { url },
          role: role === 0 ? 'page' : 'discovery',
        }
        return endOf('crash', item, 'seo-audit')
      })
    }
    const complete = makePostgresEndings(endingsIn(postgres, discover))
    await postgres.query('UPDATE items SET role = 1')
    await postgres.query('UPDATE batches SET open_discoveries = 1, discoveries = 1')
    await complete(await endsOfOpen())
    const ends = await endsOfOpen()
    expect(ends.length).to.be.greaterThan(5)
    const before = await everything(postgres)
    const pages = await postgres.query(
      'SELECT FROM (SELECT role FROM items ORDER BY seq LIMIT 40) AS taken WHERE role = 0',
    )
    let statement = 0
    for (;;) {
      statement += 1
      const broken = breakingAt(postgres.url, statement)
      const completed = makePostgresEndings({ ...endingsIn(postgres, discover), postgres: broken })(ends)
      const error = await completed.then(
        () => null,
        (reason: unknown) => reason,
      )
      await broken.close()
      if (broken.isWhole()) break
      expect(error, `statement ${statement}`).not.to.equal(null)
      expect(await everything(postgres), `statement ${statement}`).to.equal(before)
    }
    expect(statement).to.be.greaterThan(15)
    expect(await everything(postgres)).not.to.equal(before)
    const [row] = await postgres.query<{ lines: number }>('SELECT lines FROM batches')
    expect(row?.lines).to.equal(pages.length)
  })
})
