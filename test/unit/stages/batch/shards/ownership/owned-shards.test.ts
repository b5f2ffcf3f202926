import { expect } from 'chai'
import {
  makeOwnedShards,
  type OpenShard,
  type OwnedShards,
  type OwnedShardsOptions,
} from '#stages/batch/shards/ownership/owned-shards.ts'
import type { ShardRunner } from '#stages/batch/shards/runner/shard-runner.ts'
import { eventually } from '#test/contract/eventually.ts'
import { errorLog, silentLog } from '#test/support/silent-log.ts'
import { flowingClockInEachTest } from '#test/unit/driven-clock/flowing-clock.ts'

const GRACE_MS = 700

interface FakeShard extends OpenShard {
  readonly shard: number
}

type Options = OwnedShardsOptions<FakeShard>

/** All that is about to happen without a timer. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
}

/** Owned shards whose steps are recorded. Others take them at once. */
function scene(more: Partial<Options> = {}) {
  const opened: number[] = []
  const closed: { readonly shard: number; readonly graceMs: number }[] = []
  const saved: number[] = []
  const told = { opened, closed, saved, ready: 0 }
  const owned = makeOwnedShards<FakeShard>({
    async open(shard) {
      opened.push(shard)
      return fakeShard(shard)
    },
    onUpToDate: async () => undefined,
    onReady: () => {
      told.ready += 1
    },
    watchTaken: () => async () => undefined,
    logger: silentLog,
    ...more,
  })
  function fakeShard(shard: number, isCaughtUp: Promise<void> = Promise.resolve()): FakeShard {
    return {
      shard,
      runner: { isCaughtUp } as ShardRunner,
      save: async () => void saved.push(shard),
      close: async (graceMs) => void closed.push({ shard, graceMs }),
    }
  }
  return { owned, told, fakeShard }
}

const readyOf = (owned: OwnedShards<FakeShard>) => owned.ready().map(({ shard }) => shard)

describe('makeOwnedShards', () => {
  flowingClockInEachTest()
  it('opens the shards that are new, closes those that are missing, and leaves the others', async () => {
    const { owned, told } = scene()
    expect([owned.opened(), owned.ready(), owned.isReady()]).to.deep.equal([[], [], true])
    owned.assign([0, 1])
    expect([owned.get(0), owned.isReady()]).to.deep.equal([null, false])
    await eventually(() => owned.isReady())
    expect(readyOf(owned)).to.have.members([0, 1])
    const kept = owned.get(1)
    owned.assign([1, 2])
    expect(owned.isReady()).to.equal(false)
    await eventually(() => owned.isReady() && told.closed.length === 1)
    expect(owned.get(0)).to.equal(null)
    expect(readyOf(owned)).to.have.members([1, 2])
    expect(owned.get(1)).to.equal(kept)
    expect(told.opened).to.deep.equal([0, 1, 2])
    expect(told.closed[0]).to.include({ shard: 0 })
  })

  it('has a shard ready once it has caught up, and what has to be done then is done', async () => {
    const [caughtUp, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const upToDate: FakeShard[] = []
    const { owned, told, fakeShard } = scene({
      open: async (shard) => fakeShard(shard, caughtUp.promise),
      async onUpToDate(shard) {
        upToDate.push(shard)
        await done.promise
      },
    })
    owned.assign([3])
    await eventually(() => owned.get(3) !== null)
    await turns()
    expect(owned.opened().map(({ shard }) => shard)).to.deep.equal([3])
    expect([upToDate.length, owned.ready(), owned.isReady()]).to.deep.equal([0, [], false])
    caughtUp.resolve()
    await eventually(() => upToDate.length === 1)
    await turns()
    expect([owned.ready(), owned.isReady(), told.ready]).to.deep.equal([[], false, 0])
    done.resolve()
    await eventually(() => owned.isReady())
    expect(readyOf(owned)).to.deep.equal([3])
    expect([upToDate, told.ready]).to.deep.equal([[owned.get(3)], 1])
  })

  it('gives up to open a shard that is lost meanwhile', async () => {
    const { log, errors } = errorLog()
    const signals: AbortSignal[] = []
    const { owned, told } = scene({ open: rejectingOnAbort(signals), logger: log })
    owned.assign([0])
    await eventually(() => signals.length === 1)
    owned.assign([])
    await owned.stop(GRACE_MS)
    expect(signals.map(({ aborted }) => aborted)).to.deep.equal([true])
    expect([told.closed, errors]).to.deep.equal([[], []])
  })

  it('closes a shard that opens although it is lost', async () => {
    const opening = Promise.withResolvers<void>()
    const { owned, told, fakeShard } = scene({
      async open(shard) {
        await opening.promise
        return fakeShard(shard)
      },
    })
    owned.assign([0])
    await turns()
    owned.assign([])
    opening.resolve()
    await eventually(() => told.closed.length === 1)
    expect([owned.opened(), told.ready]).to.deep.equal([[], 0])
  })

  it('opens a shard that comes back only when its former state is closed', async () => {
    const former = Promise.withResolvers<void>()
    const opened: FakeShard[] = []
    const { owned, fakeShard } = scene({
      async open(shard) {
        opened.push({ ...fakeShard(shard), close: () => former.promise })
        return opened.at(-1) as FakeShard
      },
    })
    owned.assign([0])
    await eventually(() => owned.isReady())
    for (let times = 0; times < 2; times++) {
      owned.assign([])
      await eventually(() => owned.get(0) === null)
      owned.assign([0])
    }
    await turns()
    expect([opened.length, owned.get(0), owned.isReady()]).to.deep.equal([1, null, false])
    former.resolve()
    await eventually(() => owned.isReady())
    expect(opened).to.have.length(2)
    expect(owned.get(0)).to.equal(opened[1])
  })

  it('tries again to open a shard, or to bring it up to date, and reports why', async () => {
    const { log, errors } = errorLog()
    const failures = ['cannot open', 'cannot dispatch']
    const opened: number[] = []
    const { owned, fakeShard } = scene({
      async open(shard) {
        if (failures.length === 2) throw new Error(failures.shift())
        opened.push(shard)
        return fakeShard(shard)
      },
      async onUpToDate() {
        if (failures.length === 1) throw new Error(failures.shift())
      },
      logger: log,
    })
    owned.assign([0])
    await eventually(() => owned.isReady())
    expect(errors.map((line) => JSON.parse(line).err.message)).to.deep.equal([
      'cannot open',
      'cannot dispatch',
    ])
    expect(opened).to.deep.equal([0])
  })

  it('closes all shards when it stops, waits for those that close already, and opens none after that', async () => {
    const former = Promise.withResolvers<void>()
    const { owned, told, fakeShard } = scene({
      open: async (shard) =>
        shard === 2 ? { ...fakeShard(2), close: () => former.promise } : fakeShard(shard),
    })
    owned.assign([0, 1, 2])
    await eventually(() => owned.isReady())
    owned.assign([0, 1])
    await eventually(() => owned.get(2) === null)
    let isStopped = false
    const stopped = owned.stop(GRACE_MS).then(() => {
      isStopped = true
    })
    owned.assign([0, 1, 3])
    await turns()
    expect(isStopped).to.equal(false)
    former.resolve()
    await stopped
    await turns()
    expect(told.closed).to.have.deep.members([
      { shard: 0, graceMs: GRACE_MS },
      { shard: 1, graceMs: GRACE_MS },
    ])
    expect(owned.opened()).to.deep.equal([])
  })

  it('reports a shard that cannot be closed, and may own it again', async () => {
    const { log, errors } = errorLog()
    const { owned, fakeShard } = scene({
      open: async (shard) => ({
        ...fakeShard(shard),
        close: () => Promise.reject(new Error('cannot close')),
      }),
      logger: log,
    })
    owned.assign([0])
    await eventually(() => owned.isReady())
    owned.assign([])
    await eventually(() => owned.get(0) === null)
    owned.assign([0])
    await eventually(() => owned.isReady())
    await owned.stop(GRACE_MS)
    expect(errors.map((line) => JSON.parse(line).err.message)).to.deep.equal(['cannot close', 'cannot close'])
  })

  describe('with other processes', () => {
    /** By shard: resolved when another process has taken it. */
    function takenOneByOne() {
      const taken = new Map<number, PromiseWithResolvers<void>>()
      const signals: AbortSignal[] = []
      const watchTaken: Options['watchTaken'] = (shard) => (signal) => {
        const waiting = Promise.withResolvers<void>()
        taken.set(shard, waiting)
        signals.push(signal)
        signal.addEventListener('abort', () => waiting.reject(signal.reason))
        return waiting.promise
      }
      return { taken, signals, watchTaken }
    }

    it('has a shard work on until another process has taken it', async () => {
      const { taken, watchTaken } = takenOneByOne()
      const { owned, told } = scene({ watchTaken })
      owned.assign([0, 1])
      await eventually(() => owned.isReady())
      owned.assign([1])
      await turns()
      expect(owned.get(0)).to.include({ shard: 0 })
      expect(readyOf(owned)).to.have.members([0, 1])
      expect(owned.announced().map(({ shard }) => shard)).to.deep.equal([1])
      expect([owned.isReady(), told.closed]).to.deep.equal([true, []])
      taken.get(0)?.resolve()
      await eventually(() => told.closed.length === 1)
      expect(told.closed[0]).to.include({ shard: 0 })
      expect(owned.get(0)).to.equal(null)
    })

    it('keeps a shard that is assigned again before', async () => {
      const { taken, signals, watchTaken } = takenOneByOne()
      const { owned, told } = scene({ watchTaken })
      owned.assign([0])
      await eventually(() => owned.isReady())
      const first = owned.get(0)
      owned.assign([])
      owned.assign([])
      owned.assign([0])
      taken.get(0)?.resolve()
      await turns()
      expect(signals.map(({ aborted }) => aborted)).to.deep.equal([true])
      expect([owned.get(0), owned.announced(), told.closed]).to.deep.equal([first, [first], []])
    })

    it('opens a shard that is assigned to another process meanwhile, has it work until that has taken it, and tells of it', async () => {
      const { taken, watchTaken } = takenOneByOne()
      const opening = Promise.withResolvers<void>()
      const { owned, told, fakeShard } = scene({
        watchTaken,
        async open(shard) {
          await opening.promise
          return fakeShard(shard)
        },
      })
      owned.assign([0])
      owned.assign([])
      expect(owned.isReady()).to.equal(true)
      opening.resolve()
      await eventually(() => told.ready === 1)
      expect(owned.announced().map(({ shard }) => shard)).to.deep.equal([0])
      taken.get(0)?.resolve()
      await eventually(() => told.closed.length === 1)
      expect(owned.opened()).to.deep.equal([])
    })

    it('gives up to open a shard when it gives its shards away', async () => {
      const { watchTaken } = takenOneByOne()
      const signals: AbortSignal[] = []
      const { owned } = scene({ watchTaken, open: rejectingOnAbort(signals) })
      owned.assign([0])
      await eventually(() => signals.length === 1)
      await owned.handOver(3_600_000)
      expect(signals.map(({ aborted }) => aborted)).to.deep.equal([true])
    })

    it('gives all its shards away, takes no more, and leaves those that nobody takes until it stops', async () => {
      const { taken, watchTaken } = takenOneByOne()
      const { owned, told } = scene({ watchTaken })
      owned.assign([0, 1])
      await eventually(() => owned.isReady())
      const givenAway = owned.handOver(GRACE_MS)
      owned.assign([0, 1, 2])
      expect(owned.announced()).to.deep.equal([])
      taken.get(0)?.resolve()
      await givenAway
      expect(told.closed.map(({ shard }) => shard)).to.deep.equal([0])
      expect(readyOf(owned)).to.deep.equal([1])
      await owned.stop(GRACE_MS)
      expect(told.closed.at(-1)).to.deep.equal({ shard: 1, graceMs: GRACE_MS })
      expect(told.opened).to.deep.equal([0, 1])
    })

    it('waits for others no longer than they take', async () => {
      const { owned, told } = scene()
      owned.assign([0, 1])
      await eventually(() => owned.isReady())
      await owned.handOver(3_600_000)
      expect([owned.opened(), told.closed.length]).to.deep.equal([[], 2])
    })
  })

  it('stores its shards, which work on', async () => {
    const { owned, told } = scene()
    owned.assign([0, 1])
    await eventually(() => owned.isReady())
    await owned.save(GRACE_MS)
    expect(told.saved).to.have.members([0, 1])
    expect([readyOf(owned).length, told.closed]).to.deep.equal([2, []])
  })
})

/** Opens nothing, until the signal is aborted. */
function rejectingOnAbort(signals: AbortSignal[]): Options['open'] {
  return (_, signal) =>
    new Promise((_resolve, reject) => {
      signals.push(signal)
      signal.addEventListener('abort', () => reject(signal.reason))
    })
}
