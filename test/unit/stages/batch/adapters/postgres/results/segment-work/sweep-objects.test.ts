import { expect } from 'chai'
import { isUnavailable, unavailable } from '#shared/errors.ts'
import { sweepObjects } from '#stages/batch/adapters/postgres/results/segment-work.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { databaseOfEachTest } from '../../database-of-test.ts'
import { objectsOfEachTest } from '../objects-of-test.ts'

describe('sweepObjects', () => {
  const postgres = databaseOfEachTest()
  const objects = objectsOfEachTest()
  const options = { postgres, objects }
  const unnamed = async () =>
    (await postgres.query<{ object: string }>('SELECT object FROM unnamed_objects ORDER BY object')).map(
      ({ object }) => object,
    )
  const put = async (object: string, madeAt: string) => {
    await objects.put(object, Buffer.from('x'), 'text/plain')
    await postgres.query(`INSERT INTO unnamed_objects (object, made_at) VALUES ($1, ${madeAt})`, [object])
  }
  const sweepAll = async () => {
    while (await sweepObjects(options));
  }

  it('removes objects of removed batches and those that nobody named for an hour, and no others', async () => {
    for (let n = 0; n < 40; n++) await put(`results/removed${n}`, "'-infinity'")
    await put('results/forgotten', "now() - interval '61 minutes'")
    await put('results/young', "now() - interval '59 minutes'")
    await objects.put('results/named', Buffer.from('x'), 'text/plain')
    await sweepAll()
    expect(await objects.names()).to.have.members(['results/young', 'results/named'])
    expect(await unnamed()).to.deep.equal(['results/young'])
  })

  it('forgets no name while the object store is away', async () => {
    await put('results/a', "'-infinity'")
    const away = { remove: () => Promise.reject(unavailable('object store')) }
    expect(isUnavailable(await rejectionOf(sweepObjects({ postgres, objects: away })))).to.equal(true)
    expect(await unnamed()).to.deep.equal(['results/a'])
    await sweepAll()
    expect([await unnamed(), await objects.names()]).to.deep.equal([[], []])
  })

  it('takes other objects than another process at the same time', async () => {
    for (let n = 0; n < 32; n++) await put(`results/${n}`, "'-infinity'")
    const removed: string[] = []
    const remove = async (name: string) => {
      removed.push(name)
      if (removed.length === 1) await sweepObjects({ postgres, objects: { remove } })
      await objects.remove(name)
    }
    await sweepObjects({ postgres, objects: { remove } })
    expect(new Set(removed).size).to.equal(32)
    expect(removed).to.have.length(32)
    expect(await unnamed()).to.deep.equal([])
  })
})
