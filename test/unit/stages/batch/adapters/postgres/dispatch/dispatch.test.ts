import { expect } from 'chai'
import type { Frontier } from '#stages/batch/frontier/frontier.ts'
import { a, b } from '#test/contract/frontier/batch-ids.ts'
import { dispatchedUrls, idOf, numbered, startBatch } from '#test/contract/frontier/batch-scene.ts'
import { databaseOfEachTest } from '../database-of-test.ts'
import { countOf, dispatchBy, frontierOf } from '../frontier-scene.ts'

const HOSTS = 500
const urls = Array.from({ length: HOSTS }, (_, at) => numbered(`h${at}.example`, 20)).flat()

describe('dispatchMethods', function () {
  this.timeout(60_000)
  const postgres = databaseOfEachTest()

  async function takeAll(frontier: Frontier): Promise<string[]> {
    const ids: string[] = []
    for (;;) {
      const dispatches = await dispatchBy(frontier, 50)
      if (dispatches.length === 0) return ids
      ids.push(...dispatches.map(idOf))
    }
  }

  it('gives each of 10,000 items to one of three processes, and no queue more than its room', async () => {
    const frontiers = [1, 2, 3].map(() => frontierOf(postgres, { perHost: 20 }))
    await startBatch({ frontier: frontiers[0] as Frontier }, a, urls)
    const taken = (await Promise.all(frontiers.map(takeAll))).flat()
    expect(taken).to.have.length(10_000)
    expect(new Set(taken).size).to.equal(10_000)
    expect(await countOf(postgres, 'SELECT count(*) FROM items WHERE lease = 1')).to.equal(10_000)
    expect(await countOf(postgres, 'SELECT min(in_flight) FROM queues WHERE waiting = 0')).to.equal(20)
    expect(await countOf(postgres, 'SELECT count(*) FROM takings')).to.equal(0)
  })

  it('waits for no lock: neither of the row of a batch, nor of a queue or an item', async () => {
    const frontier = frontierOf(postgres)
    await startBatch({ frontier }, a, ['http://x.example/', 'http://y.example/1', 'http://y.example/2'])
    await startBatch({ frontier }, b, ['http://z.example/'])
    await postgres.transaction(async (session) => {
      await session.query('SELECT FROM batches FOR UPDATE')
      await session.query("SELECT FROM queues WHERE host = 'x.example' FOR UPDATE")
      await session.query("SELECT FROM items WHERE url = 'http://y.example/1' FOR UPDATE")
      const given = [...(await dispatchBy(frontier, 10)), ...(await dispatchBy(frontier, 10))]
      expect(dispatchedUrls(given).sort()).to.deep.equal(['http://y.example/2', 'http://z.example/'])
    })
    expect(dispatchedUrls(await dispatchBy(frontier, 10)).sort()).to.deep.equal([
      'http://x.example/',
      'http://y.example/1',
    ])
  })

  it('counts queues as they are, also where an item was passed over', async () => {
    const frontier = frontierOf(postgres)
    await startBatch({ frontier }, a, numbered('x.example', 3))
    await postgres.transaction(async (session) => {
      await session.query("SELECT FROM items WHERE url = 'http://x.example/1' FOR UPDATE")
      await dispatchBy(frontier, 1)
    })
    await dispatchBy(frontier, 10)
    const [queue] = await postgres.query('SELECT waiting, in_flight, is_ready FROM queues')
    expect(queue).to.deep.equal({ waiting: 1, in_flight: 2, is_ready: false })
  })

  it('finds a batch that runs behind hundreds that are paused', async () => {
    const frontier = frontierOf(postgres)
    await startBatch({ frontier }, a, ['http://x.example/'])
    await postgres.query(`
      INSERT INTO batches (id, operation, source, request, state)
      SELECT gen_random_uuid(), 'metadata', 'urls', '{}', 'paused' FROM generate_series(1, 450)`)
    await postgres.query(`
      INSERT INTO queues (batch, host, waiting, turn, is_ready) SELECT num, 'p.example', 1, num, true FROM batches WHERE state = 'paused'`)
    await startBatch({ frontier }, b, ['http://y.example/'])
    const given: string[] = []
    for (let call = 0; call < 5; call++) given.push(...dispatchedUrls(await dispatchBy(frontier, 10)))
    expect(given).to.have.members(['http://x.example/', 'http://y.example/'])
  })
})
