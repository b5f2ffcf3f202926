import { expect } from 'chai'
import { makePostgresEndings } from '#stages/batch/adapters/postgres/endings/complete.ts'
import { discover } from '#stages/batch/crawl/discover.ts'
import type { Item } from '#stages/batch/frontier/frontier.ts'
import { batchNamed, numbered, page, result } from '#test/contract/frontier/batch-scene.ts'
import { crawl } from '../../../../crawl/crawl-fixture.ts'
import { databaseOfEachTest } from '../../database-of-test.ts'
import { endingsIn, linesInDatabase, startInDatabase } from '../endings-scene.ts'
import { endOf, ORIGIN } from './random-site.ts'

const ID = '0193c0de-0000-4000-8000-000000000001'
const OTHER = '0193c0de-0000-4000-8000-000000000002'

/** Each number once and without a gap, each URL once. */
function checkLines(lines: string, count: number): void {
  const parsed = lines
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { n: number; id: string })
  expect(parsed.map(({ n }) => n)).to.deep.equal(Array.from({ length: count }, (_, at) => at + 1))
  expect(new Set(parsed.map(({ id }) => id))).to.have.property('size', count)
}

describe('makePostgresEndings, in two parts at once', function () {
  this.timeout(60_000)
  const postgres = databaseOfEachTest()
  const parts = () => [1, 2, 3].map(() => makePostgresEndings(endingsIn(postgres, discover)))

  it('ends each item of a list once, whoever has its ending', async () => {
    const urls = numbered('one.example', 600)
    const lists = [ID, OTHER]
    const nums = []
    for (const id of lists)
      nums.push(
        await startInDatabase(
          postgres,
          batchNamed(id),
          urls.map((url) => page(url)),
        ),
      )
    const ends = lists.flatMap((id) =>
      urls.map((url, at) => ({ id: `${id}.${at + 1}`, url, outcome: result(url) })),
    )
    // The same endings in three orders.
    const orders = [ends, ends.toReversed(), [...ends.slice(500), ...ends.slice(0, 500)]]
    await Promise.all(parts().map((complete, at) => complete(orders[at] ?? [])))
    for (const num of nums) {
      checkLines(await linesInDatabase(postgres, num), urls.length)
      const [row] = await postgres.query('SELECT state, done, open_items FROM batches WHERE num = $1', [num])
      expect(row).to.deep.equal({ state: 'finished', done: urls.length, open_items: 0 })
    }
    expect(await postgres.query('SELECT FROM queues')).to.deep.equal([])
  })

  it('finds each page of a crawl once', async () => {
    const batch = { ...crawl({ maxPages: 200 }), id: ID }
    const start = { ...page(`${ORIGIN}/`), depth: 0 }
    const num = await startInDatabase(postgres, batch, [start])
    const all = parts()
    for (;;) {
      const open = await postgres.query<{ seq: number; url: string }>(
        'SELECT seq, url FROM items WHERE batch = $1 ORDER BY seq LIMIT 60',
        [num],
      )
      if (open.length === 0) break
      const ends = open.map(({ seq, url }) =>
        endOf('crowd', { ...start, batch: ID, seq, parameters: { url } } satisfies Item, 'metadata'),
      )
      const orders = [ends, ends.toReversed(), ends.slice(20)]
      await Promise.all(all.map((complete, at) => complete(orders[at] ?? [])))
    }
    const [row] = await postgres.query<{ state: string; accepted: number; lines: number; seq: number }>(
      'SELECT state, accepted, lines, seq FROM batches WHERE num = $1',
      [num],
    )
    expect(row?.state).to.equal('finished')
    expect(row?.lines).to.equal(row?.accepted).and.to.be.greaterThan(100)
    checkLines(await linesInDatabase(postgres, num), row?.lines ?? 0)
    const urls = (await linesInDatabase(postgres, num)).match(/"url":"[^"]*"/g) ?? []
    expect(urls.length).to.be.greaterThan(100)
  })
})
