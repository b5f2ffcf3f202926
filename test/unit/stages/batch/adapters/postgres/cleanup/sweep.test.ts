import { expect } from 'chai'
import { makeCleanup } from '#stages/batch/adapters/postgres/cleanup/cleanup.ts'
import { a, b } from '#test/contract/frontier/batch-ids.ts'
import {
  batchNamed,
  crawlRules,
  dispatchedUrls,
  numbered,
  page,
  startBatch,
} from '#test/contract/frontier/batch-scene.ts'
import { databaseOfEachTest } from '../database-of-test.ts'
import { countOf, dispatchBy, frontierOf } from '../frontier-scene.ts'

const DAY_MS = 86_400_000

describe('the clean-up of a database', function () {
  this.timeout(60_000)
  const postgres = databaseOfEachTest()

  /** Runs steps until there is nothing to do. Returns the ids of batches that finished. */
  async function cleanAll(processes = 1): Promise<string[]> {
    const cleanUps = Array.from({ length: processes }, () =>
      makeCleanup({ postgres, retentionMs: 30 * DAY_MS }),
    )
    const ended: string[] = []
    for (;;) {
      const results = await Promise.all(cleanUps.map((cleanUp) => cleanUp()))
      ended.push(...results.flatMap((result) => result.ended))
      if (results.every(({ hasMore }) => !hasMore)) return ended
    }
  }
  const rows = (table: string) => countOf(postgres, `SELECT count(*) FROM ${table}`)

  it('removes what a cancelled batch needed, and nothing of others, also by several processes at once', async () => {
    const frontier = frontierOf(postgres)
    await startBatch({ frontier }, a, numbered('x.example', 1500))
    await startBatch({ frontier }, b, numbered('y.example', 3))
    await dispatchBy(frontier, 3)
    await frontier.setState(a, 'cancelled')
    await cleanAll(3)
    for (const [table, count] of [
      ['items', 3],
      ['seen', 3],
      ['queues', 1],
      ['parameters', 1],
    ] as const)
      expect(await rows(table), table).to.equal(count)
    expect((await frontier.status(a))?.counts.accepted).to.equal(1500)
    expect(await countOf(postgres, 'SELECT sum(leftovers) FROM batches')).to.equal(0)
  })

  it('leaves the items in flight of a crawl whose time is over, and finishes one without', async () => {
    const frontier = frontierOf(postgres)
    const crawl = { ...crawlRules, maxMinutes: 1 }
    const createdAt = Date.now() - 120_000
    await startBatch({ frontier }, a, numbered('x.example', 700), { crawl })
    await dispatchBy(frontier, 2)
    await startBatch({ frontier }, b, numbered('y.example', 300), { crawl, createdAt })
    await postgres.query("UPDATE batches SET expires_at = now() - interval '1 s'")
    expect(new Set(await cleanAll())).to.deep.equal(new Set([a, b]))
    expect((await frontier.status(a))?.state).to.equal('running')
    expect((await frontier.status(b))?.state).to.equal('finished')
    expect(await rows('items')).to.equal(2)
    expect(await countOf(postgres, 'SELECT open_items FROM batches ORDER BY num LIMIT 1')).to.equal(2)
  })

  it('does not take a locked item for removed', async () => {
    const frontier = frontierOf(postgres)
    await startBatch({ frontier }, a, numbered('x.example', 3))
    await frontier.setState(a, 'cancelled')
    await postgres.transaction(async (session) => {
      await session.query("SELECT FROM items WHERE url = 'http://x.example/2' FOR UPDATE")
      const cleanUp = makeCleanup({ postgres, retentionMs: DAY_MS })
      for (let step = 0; step < 20; step++) await cleanUp()
      expect(await rows('items')).to.equal(1)
    })
    await cleanAll()
    expect(await rows('items')).to.equal(0)
  })

  it('removes a batch as a whole after its retention, and leaves its objects to be swept', async () => {
    const frontier = frontierOf(postgres)
    await startBatch({ frontier }, a, [])
    const insert = (statement: string) =>
      postgres.query(
        `WITH batch AS (SELECT num FROM batches) ${statement} FROM batch, generate_series(1, 300) AS n`,
      )
    await insert("INSERT INTO result_rows SELECT num, n, n, '\\x00'")
    await insert("INSERT INTO site_results SELECT num, n, '\\x00'")
    await insert("INSERT INTO site_texts (batch, hash, text) SELECT num, gen_random_uuid(), 'a'")
    await insert("INSERT INTO site_examples (batch, rule, url, seq, message) SELECT num, n % 3, 'u', n, 'm'")
    await insert("INSERT INTO segments SELECT num, n, n, 1, 'object-' || n")
    await postgres.query("UPDATE batches SET finished_at = finished_at - interval '31 days'")
    await cleanAll(2)
    for (const table of ['batches', 'result_rows', 'site_results', 'site_texts', 'site_examples', 'segments'])
      expect(await rows(table), table).to.equal(0)
    expect(
      await countOf(postgres, "SELECT count(*) FROM unnamed_objects WHERE made_at = '-infinity'"),
    ).to.equal(300)
  })

  it('removes submissions that nobody completes: whole ones after ten minutes, open ones after a day', async () => {
    const frontier = frontierOf(postgres)
    await frontier.create(batchNamed(a))
    await frontier.add(a, [page('http://x.example/')])
    await frontier.create(batchNamed(b, { state: 'open' }))
    const pass = (time: string) =>
      postgres.query(`UPDATE batches SET lines_added_at = lines_added_at - interval '${time}'`)
    await pass('9 min')
    await cleanAll()
    expect(await rows('batches')).to.equal(2)
    await pass('2 min')
    await cleanAll()
    expect([await rows('batches'), await rows('items')]).to.deep.equal([1, 0])
    await pass('24 h')
    await cleanAll()
    expect(await rows('batches')).to.equal(0)
  })

  it('forgets requests of external producers a day after their end', async () => {
    await postgres.query(`
      INSERT INTO deferred (id, admitted, log_offset, ended_at)
      VALUES ('old', '', 1, now() - interval '25 h'), ('new', '', 2, now() - interval '23 h'), ('open', '', 3, NULL)`)
    await cleanAll()
    const left = await postgres.query<{ id: string }>('SELECT id FROM deferred ORDER BY id')
    expect(left.map(({ id }) => id)).to.deep.equal(['new', 'open'])
  })

  it('has nothing to do in an idle frontier', async () => {
    const frontier = frontierOf(postgres)
    await startBatch({ frontier }, a, ['http://x.example/'])
    expect(await makeCleanup({ postgres, retentionMs: DAY_MS })()).to.deep.equal({
      hasMore: false,
      ended: [],
    })
    expect(dispatchedUrls(await dispatchBy(frontier, 1))).to.deep.equal(['http://x.example/'])
  })
})
