import { startSegmentWork } from '#stages/batch/adapters/postgres/results/segment-work.ts'
import { eventually } from '#test/contract/eventually.ts'
import { errorLog } from '#test/support/silent-log.ts'
import { databaseOfEachTest } from '../database-of-test.ts'
import { append, end, lineOf, rangesIn, storeBatch } from './batch-with-lines.ts'
import { objectsOfEachTest } from './objects-of-test.ts'

describe('startSegmentWork', () => {
  const postgres = databaseOfEachTest()
  const objects = objectsOfEachTest()

  it('saves and sweeps until it is stopped, also after something failed', async () => {
    const { log, errors } = errorLog()
    await objects.put('results/useless', Buffer.from('x'), 'text/plain')
    await postgres.query(
      "INSERT INTO unnamed_objects (object, made_at) VALUES ('results/useless', '-infinity')",
    )
    let isBroken = true
    const failing: typeof postgres.query = (...given) =>
      isBroken ? Promise.reject(new TypeError('broken')) : postgres.query(...given)
    const stop = startSegmentWork({ postgres: { ...postgres, query: failing }, objects, logger: log })
    await eventually(() => errors.length >= 2)
    isBroken = false
    const batch = await storeBatch(postgres)
    await append(postgres, batch, 1, (n) => lineOf(batch.id, n, 'x'.repeat(300_000)))
    await end(postgres, batch)
    await eventually(async () => (await rangesIn(postgres, 'segments', batch)).length === 1)
    await eventually(async () => !(await objects.names()).includes('results/useless'))
    await stop()
  })
})
