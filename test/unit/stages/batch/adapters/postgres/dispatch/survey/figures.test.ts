import { expect } from 'chai'
import { readFigures } from '#stages/batch/adapters/postgres/dispatch/survey.ts'
import { a, b, c } from '#test/contract/frontier/batch-ids.ts'
import { numbered, startBatch } from '#test/contract/frontier/batch-scene.ts'
import { databaseOfEachTest } from '../../database-of-test.ts'
import { dispatchBy, frontierOf, LEASE_MS } from '../../frontier-scene.ts'

describe('readFigures', function () {
  this.timeout(60_000)
  const postgres = databaseOfEachTest()

  it('are 0 of an empty frontier', async () => {
    expect(await readFigures(postgres, LEASE_MS)).to.deep.equal({
      ready: 0,
      resting: 0,
      in_flight: 0,
      oldest_seconds: 0,
    })
  })

  it('count what waits, what waits for a host that rests, and what is in flight; nothing that is paused', async () => {
    const frontier = frontierOf(postgres)
    await startBatch({ frontier }, a, [...numbered('x.example', 10), ...numbered('y.example', 4)])
    await startBatch({ frontier }, b, numbered('z.example', 5))
    await startBatch({ frontier }, c, numbered('p.example', 7))
    await frontier.setState(c, 'paused')
    // Two of each host.
    expect(await dispatchBy(frontier, 50)).to.have.length(6)
    await postgres.query(
      "UPDATE queues SET rests_until = now() + interval '1 h', is_ready = false WHERE host = 'y.example'",
    )
    await postgres.query(
      "UPDATE items SET due_at = due_at - interval '90 s' WHERE url = 'http://z.example/1'",
    )
    const { oldest_seconds: oldest, ...counts } = await readFigures(postgres, LEASE_MS)
    expect(counts).to.deep.equal({ ready: 8 + 3, resting: 2, in_flight: 6 })
    expect(oldest).to.be.within(90, 150)
  })
})
