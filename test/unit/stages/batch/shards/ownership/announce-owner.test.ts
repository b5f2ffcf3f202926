import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import { openShardDirectory, type ShardDirectory } from '#stages/batch/shards/directory/shard-directory.ts'
import {
  type AnnounceOptions,
  announceOwner,
  withdrawOwner,
} from '#stages/batch/shards/ownership/announce-owner.ts'
import { eventually } from '#test/contract/eventually.ts'
import { type Embedded, openEmbeddedShard } from '#test/support/embedded.ts'
import { errorLog, silentLog } from '#test/support/silent-log.ts'
import { flowingClockInEachTest } from '#test/unit/driven-clock/flowing-clock.ts'
import { ownerOn } from '../directory/directory-scene.ts'

const SHARDS = 4

describe('announceOwner', () => {
  flowingClockInEachTest()
  let embedded: Embedded
  let directory: ShardDirectory
  let stops: (() => Promise<void>)[]
  beforeEach(async () => {
    embedded = await openEmbeddedShard()
    const { log, events } = embedded
    directory = openShardDirectory({ log, events, shards: SHARDS, logger: silentLog })
    stops = []
  })
  afterEach(async () => {
    await Promise.all(stops.map((stop) => stop()))
    await directory.close()
    await embedded.close()
  })

  function announce(
    owned: AnnounceOptions['owned'],
    more: Partial<AnnounceOptions> = {},
  ): () => Promise<void> {
    const { address, instance } = ownerOn(0, 'own')
    const stop = announceOwner({ directory, owned, address, instance, logger: silentLog, ...more })
    stops.push(stop)
    return stop
  }
  const owners = () => Array.from({ length: SHARDS }, (_, shard) => directory.owner(shard))

  it('announces the shards of this process, also those that it opens later, and no others', async () => {
    const owned = [1]
    announce(() => owned)
    await eventually(() => directory.owner(1) !== null)
    owned.push(3)
    await eventually(() => directory.owner(3) !== null)
    expect(owners()).to.deep.equal([null, ownerOn(1, 'own'), null, ownerOn(3, 'own')])
  })

  it('announces itself again after another process, for the shards that it owns', async () => {
    const owned = new Set([0, 1])
    announce(() => [...owned])
    await eventually(() => directory.owner(0) !== null && directory.owner(1) !== null)
    owned.delete(1)
    await directory.announceOwner(ownerOn(1, 'other'))
    await directory.announceOwner(ownerOn(0, 'other'))
    await eventually(() => directory.owner(0)?.instance === ownerOn(0, 'own').instance)
    expect(owners().slice(0, 2)).to.deep.equal([ownerOn(0, 'own'), ownerOn(1, 'other')])
  })

  it('announces a shard again that it had lost for a while', async () => {
    const owned = new Set([1, 2])
    const announced: number[] = []
    const telling: AnnounceOptions['directory'] = {
      owner: directory.owner,
      async announceOwner(owner) {
        announced.push(owner.shard)
        await directory.announceOwner(owner)
      },
    }
    let looks = 0
    announce(
      () => {
        looks += 1
        return [...owned]
      },
      { directory: telling },
    )
    await eventually(() => announced.length === 2)
    owned.delete(1)
    const before = looks
    await eventually(() => looks > before + 1)
    owned.add(1)
    await eventually(() => announced.length === 3)
    expect(announced).to.deep.equal([1, 2, 1])
  })

  it('tries again while the log is away, and reports other errors', async () => {
    const { log, errors } = errorLog()
    const failures = [unavailable('event log'), new Error('of another kind')]
    const failing: AnnounceOptions['directory'] = {
      owner: directory.owner,
      async announceOwner(owner) {
        const failure = failures.shift()
        if (failure !== undefined) throw failure
        await directory.announceOwner(owner)
      },
    }
    announce(() => [2], { directory: failing, logger: log })
    await eventually(() => directory.owner(2) !== null)
    expect(errors.map((line) => JSON.parse(line).err.message)).to.deep.equal(['of another kind'])
  })

  it('withdraws an owner that was announced, once, also while the log is away', async () => {
    const failures = [unavailable('event log')]
    let announcements = 0
    const failing: AnnounceOptions['directory'] = {
      owner: directory.owner,
      async announceOwner(owner) {
        const failure = failures.shift()
        if (failure !== undefined) throw failure
        announcements += 1
        await directory.announceOwner(owner)
      },
    }
    await withdrawOwner(failing, 2, 'run-2')
    expect(announcements).to.equal(0)
    await directory.announceOwner(ownerOn(2, 'other'))
    await withdrawOwner(failing, 2, 'run-2')
    expect(directory.owner(2)).to.deep.equal({ shard: 2, address: null, instance: 'run-2' })
    await withdrawOwner(failing, 2, 'run-3')
    expect(announcements).to.equal(1)
  })

  it('stops although the log does not answer, and does not report what that answers later', async () => {
    const { log, errors } = errorLog()
    const answer = Promise.withResolvers<void>()
    const announced: number[] = []
    const silent: AnnounceOptions['directory'] = {
      owner: () => null,
      announceOwner({ shard }) {
        announced.push(shard)
        return answer.promise
      },
    }
    const stop = announce(() => [0, 2], { directory: silent, logger: log })
    await eventually(() => announced.length > 0)
    await stop()
    answer.reject(new Error('the directory is closed'))
    await new Promise(setImmediate)
    expect([announced, errors]).to.deep.equal([[0, 2], []])
  })
})
