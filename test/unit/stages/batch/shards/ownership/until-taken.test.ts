import { expect } from 'chai'
import { openShardDirectory, type ShardDirectory } from '#stages/batch/shards/directory/shard-directory.ts'
import { untilTaken } from '#stages/batch/shards/ownership/until-taken.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type Embedded, openEmbeddedShard } from '#test/support/embedded.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { ownerOn } from '../directory/directory-scene.ts'

describe('untilTaken', () => {
  let embedded: Embedded
  let directory: ShardDirectory
  let stopping: AbortController
  beforeEach(async () => {
    embedded = await openEmbeddedShard()
    const { log, events } = embedded
    directory = openShardDirectory({ log, events, shards: 4, logger: silentLog })
    stopping = new AbortController()
  })
  afterEach(async () => {
    await directory.close()
    await embedded.close()
  })

  const { instance } = ownerOn(2, 'own')
  const taken = () => untilTaken({ directory, shard: 2, instance, signal: stopping.signal })

  it('resolves once another process is announced as the owner of that shard, and at once when it is already', async () => {
    await directory.announceOwner(ownerOn(2, 'own'))
    let isTaken = false
    const waiting = taken().then(() => {
      isTaken = true
    })
    await directory.announceOwner(ownerOn(1, 'other'))
    await directory.announceOwner(ownerOn(2, 'own'))
    expect(isTaken).to.equal(false)
    await directory.announceOwner(ownerOn(2, 'other'))
    await waiting
    await taken()
  })

  it('rejects with the reason of the signal', async () => {
    await directory.announceOwner(ownerOn(2, 'own'))
    const reason = new Error('it is kept')
    const waiting = rejectionOf(taken())
    stopping.abort(reason)
    expect(await waiting).to.equal(reason)
  })
})
