import { expect } from 'chai'
import { makeReleasing } from '#stages/batch/adapters/releasing.ts'
import { openTables } from '#stages/batch/adapters/tables.ts'
import { launched, openStoreRig, type StoreRig, urlsOf } from '../store-rig.ts'

describe('releasing', () => {
  let rig: StoreRig
  beforeEach(async () => {
    rig = await openStoreRig()
  })
  afterEach(() => rig.end())

  it('looks at a paused batch once, however many items of others it takes', async () => {
    const paused = 20
    for (let n = 0; n < paused; n++) {
      await launched(rig, `paused-${n}`, ['http://x.example/'])
      await rig.frontier.setState(`paused-${n}`, 'paused')
    }
    const urls = Array.from({ length: 30 }, (_, n) => `http://h${n}.example/`)
    await launched(rig, 'running', urls)

    const tables = openTables(rig.database.db, 2)
    let looks = 0
    const readyBatch = (after: number) => {
      looks += 1
      return tables.queues.readyBatch(after)
    }
    const releasing = makeReleasing({ ...tables, queues: { ...tables.queues, readyBatch } }, 1000)
    expect(urlsOf(await rig.database.write(() => releasing.take(30, Date.now())))).to.deep.equal(urls)
    // One for each batch, and two that find no more of them.
    expect(looks).to.be.at.most(paused + 1 + 2)
  })
})
