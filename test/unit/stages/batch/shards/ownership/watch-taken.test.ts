import { expect } from 'chai'
import { openShardDirectory, type ShardDirectory } from '#stages/batch/shards/directory/shard-directory.ts'
import { watchTaken } from '#stages/batch/shards/ownership/watch-taken.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type Embedded, openEmbeddedShard } from '#test/support/embedded.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { ownerOn } from '../directory/directory-scene.ts'

describe('watchTaken', () => {
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
  const watch = () => watchTaken({ directory, shard: 2, instance })

  /** Whether the promise is resolved. */
  async function isResolved(promise: Promise<void>): Promise<boolean> {
    const pending = Symbol('pending')
    await new Promise(setImmediate)
    return (await Promise.race([promise, pending])) !== pending
  }

  it('resolves once another process is announced as the owner of that shard, and at once when it is already', async () => {
    const untilTaken = watch()
    await directory.announceOwner(ownerOn(2, 'own'))
    const waiting = untilTaken(stopping.signal)
    await directory.announceOwner(ownerOn(1, 'other'))
    await directory.announceOwner(ownerOn(2, 'own'))
    expect(await isResolved(waiting)).to.equal(false)
    await directory.announceOwner(ownerOn(2, 'other'))
    await waiting
    await untilTaken(stopping.signal)
  })

  it('does not count the owner from before, unless that announces itself again', async () => {
    await directory.announceOwner(ownerOn(2, 'former'))
    const waiting = watch()(stopping.signal)
    expect(await isResolved(waiting)).to.equal(false)
    await directory.announceOwner(ownerOn(2, 'former'))
    await waiting
  })

  it('rejects with the reason of the signal', async () => {
    const reason = new Error('it is kept')
    const waiting = rejectionOf(watch()(stopping.signal))
    stopping.abort(reason)
    expect(await waiting).to.equal(reason)
  })
})
