import { expect } from 'chai'
import { makeSemaphore } from '#shared/async/semaphore.ts'
import { unavailable } from '#shared/errors.ts'
import { readResults } from '#stages/batch/shards/segments/read-results.ts'
import {
  makeSegmentSaver,
  type SegmentSaverOptions,
  UPLOADS_AT_ONCE,
} from '#stages/batch/shards/segments/save-segments.ts'
import { linesOf } from '#test/contract/frontier/batch-scene.ts'
import { errorLog, silentLog } from '#test/support/silent-log.ts'
import { FakeHome, FakeShard, objectsOfEachTest } from './segments-scene.ts'

const MIB = 1024 * 1024

describe('makeSegmentSaver', () => {
  const objects = objectsOfEachTest()
  let shard: FakeShard
  let home: FakeHome

  beforeEach(() => {
    shard = new FakeShard(3)
    home = new FakeHome()
    for (const id of ['a', 'b']) home.index.set(id, [])
  })

  const saver = (more: Partial<SegmentSaverOptions> = {}) =>
    makeSegmentSaver({
      store: shard,
      shards: home,
      objects,
      homeOf: () => 0,
      uploads: makeSemaphore(UPLOADS_AT_ONCE),
      signal: new AbortController().signal,
      logger: silentLog,
      ...more,
    })

  /** The shard with other methods. */
  const shardWith = (methods: Partial<SegmentSaverOptions['store']>): SegmentSaverOptions['store'] => ({
    shard: 3,
    unsaved: () => shard.unsaved(),
    pendingLines: (...given) => shard.pendingLines(...given),
    forgetLines: (...given) => shard.forgetLines(...given),
    ...methods,
  })

  const unsaved = () => shard.unsaved().map(({ batch }) => batch)
  const saved = (batch: string) => home.index.get(batch)?.map(({ first, count }) => [first, count])
  const read = async (batch: string) => {
    const readValue = async () => null
    const options = { shards: home, objects, readValue, homeOf: () => 0 }
    return linesOf({ readResults: (id, reading) => readResults(options, id, reading) }, batch)
  }
  /** The number and the id of each line of the shard. */
  const expected = (batch: string, count: number) =>
    Array.from({ length: count }, (_, index) => [index + 1, `${batch}.${3_000_001 + index}`])
  const expectLines = async (batch: string, count: number) =>
    expect((await read(batch)).map(({ n, id }) => [n, id])).to.deep.equal(expected(batch, count))

  it('lets the first line wait two seconds for others', async () => {
    const one = saver()
    shard.add('a', 2)
    expect(await one.save(1000)).to.be.within(1, 1000)
    shard.add('a', 1)
    await one.save(2999)
    expect(saved('a')).to.deep.equal([])
    await one.save(3000)
    expect(saved('a')).to.deep.equal([[1, 3]])
    expect(unsaved()).to.deep.equal([])
    await expectLines('a', 3)
  })

  it('lets the lines after a small segment wait twice as long, up to eight seconds', async () => {
    const one = saver()
    let now = 0
    for (const [at, wait] of [2000, 4000, 8000, 8000].entries()) {
      shard.add('a', 1)
      await one.save(now)
      await one.save(now + wait - 1)
      expect(saved('a')).to.have.length(at)
      await one.save(now + wait)
      expect(saved('a')).to.have.length(at + 1)
      now += wait
    }
    await expectLines('a', 4)
  })

  it('lets lines wait two seconds again after many lines, and after half a minute without any', async () => {
    const one = saver()
    const saveAfter = async (start: number, ms: number) => {
      await one.save(start)
      await one.save(start + ms)
    }
    shard.add('a', 1)
    await saveAfter(0, 2000)
    shard.add('a', 1, 'x'.repeat(300_000))
    await saveAfter(2000, 4000)
    shard.add('a', 1)
    await saveAfter(6000, 2000)
    expect(saved('a')).to.have.length(3)
    await one.save(38_000)
    shard.add('a', 1)
    await saveAfter(38_001, 2000)
    expect(saved('a')).to.have.length(4)
  })

  it('has no next round while no lines wait', async () => {
    const one = saver()
    expect(await one.save(0)).to.equal(null)
    shard.add('a', 1)
    expect(await one.save(1)).to.be.a('number')
  })

  it('saves the last lines of a batch at once', async () => {
    shard.add('a', 2)
    shard.add('b', 2)
    shard.ended.add('a')
    await saver().save(0)
    expect([saved('a'), saved('b')]).to.deep.equal([[[1, 2]], []])
  })

  it('saves full segments at once, of at most 8 MiB', async () => {
    shard.add('a', 20, 'x'.repeat(MIB - 1000))
    const one = saver()
    await one.save(0)
    expect(saved('a')).to.deep.equal([
      [1, 8],
      [9, 8],
    ])
    await one.save(2000)
    expect(saved('a')).to.have.length(3)
    await expectLines('a', 20)
  })

  it('saves a line that is longer than a segment', async () => {
    shard.add('a', 1, 'x'.repeat(9 * MIB))
    shard.add('a', 1)
    shard.ended.add('a')
    await saver().save(0)
    await expectLines('a', 2)
  })

  it('holds no more segments in memory than there are permits', async () => {
    let held = 0
    let most = 0
    const store = shardWith({
      pendingLines: (batch, maxBytes) => {
        const pending = shard.pendingLines(batch, maxBytes)
        if (pending) most = Math.max(most, ++held)
        return pending
      },
    })
    const put: typeof objects.put = async (...given) => {
      await objects.put(...given)
      held--
    }
    const ids = Array.from({ length: 60 }, (_, n) => `many${n}`)
    for (const id of ids) {
      home.index.set(id, [])
      shard.add(id, 5)
      shard.ended.add(id)
    }
    await saver({ store, objects: { ...objects, put }, uploads: makeSemaphore(2) }).save(0)
    expect(ids.filter((id) => saved(id)?.length !== 1)).to.deep.equal([])
    expect(most).to.equal(2)
  })

  describe('after a crash', () => {
    const crash = new Error('crash')

    const steps: readonly [string, (isAfter: boolean) => Partial<SegmentSaverOptions>][] = [
      ['put', (isAfter) => ({ objects: { ...objects, put: crashing(objects.put, isAfter) } })],
      ['send', (isAfter) => ({ shards: { send: crashing((...given) => home.send(...given), isAfter) } })],
      [
        'forget',
        (isAfter) => ({
          store: shardWith({ forgetLines: crashing((...given) => shard.forgetLines(...given), isAfter) }),
        }),
      ],
    ]

    function crashing<Given extends unknown[], T>(work: (...given: Given) => Promise<T>, isAfter: boolean) {
      return async (...given: Given): Promise<T> => {
        if (isAfter) await work(...given)
        throw crash
      }
    }

    const cases = steps.flatMap(([step, crashIn]) =>
      [false, true].map((isAfter) => ({
        when: `${isAfter ? 'after' : 'before'} the step ${step}`,
        crashing: () => crashIn(isAfter),
      })),
    )

    for (const { when, crashing } of cases) {
      it(`${when}, no line is lost or repeated`, async () => {
        shard.add('a', 3)
        await saver(crashing()).flush(0)
        shard.add('a', 2)
        expect(await saver().flush(0)).to.equal(true)
        expect(unsaved()).to.deep.equal([])
        await expectLines('a', 5)
      })

      it(`${when}, a batch that is gone leaves no lines`, async () => {
        home.index.delete('a')
        shard.add('a', 3)
        await saver(crashing()).flush(0)
        expect(await saver().flush(0)).to.equal(true)
        expect(unsaved()).to.deep.equal([])
        expect(await objects.names()).to.deep.equal([])
      })
    }
  })

  it('keeps the lines of a batch that is gone until its object is removed', async () => {
    home.index.delete('a')
    shard.add('a', 1)
    const remove = () => Promise.reject(unavailable('object store'))
    expect(await saver({ objects: { ...objects, remove } }).flush(0)).to.equal(false)
    expect(unsaved()).to.deep.equal(['a'])
    await saver().flush(0)
    expect([unsaved(), await objects.names()]).to.deep.equal([[], []])
  })

  it('removes the object of a batch whose part was removed before the home knew the segment', async () => {
    const one = saver()
    shard.add('a', 1)
    home.away.add('a')
    await one.flush(0)
    expect(await objects.names()).to.have.length(1)
    shard.drop('a')
    home.index.delete('a')
    home.away.delete('a')
    await one.save(0)
    expect(await objects.names()).to.deep.equal([])
  })

  it('is not disturbed by a former owner of the shard, who saves less later', async () => {
    shard.add('a', 3)
    const former = new FakeShard(3)
    former.add('a', 2)
    await saver().flush(0)
    await saver({ store: former }).flush(0)
    await expectLines('a', 3)
  })

  it('keeps the lines while the object store is away, and does not compress them all again and again', async () => {
    const ids = Array.from({ length: 100 }, (_, n) => `many${n}`)
    for (const id of ids) {
      home.index.set(id, [])
      shard.add(id, 1)
    }
    let puts = 0
    let isAway = true
    const put: typeof objects.put = async (...given) => {
      puts++
      if (isAway) throw unavailable('object store')
      await objects.put(...given)
    }
    const one = saver({ objects: { ...objects, put } })
    await one.save(0)
    expect(await one.save(2000)).to.be.at.least(1000)
    expect(puts).to.be.within(1, UPLOADS_AT_ONCE)
    expect(unsaved()).to.have.length(100)
    isAway = false
    await one.save(4000)
    expect(ids.filter((id) => saved(id)?.length !== 1)).to.deep.equal([])
  })

  it('saves other batches while one is refused by the object store', async () => {
    for (const id of ['a', 'b']) shard.add(id, 1)
    const put: typeof objects.put = async (name, ...given) => {
      if (name.startsWith('results/a.')) throw unavailable('object store')
      await objects.put(name, ...given)
    }
    const one = saver({ objects: { ...objects, put }, uploads: makeSemaphore(1) })
    for (const now of [0, 2000, 3000, 4000]) await one.save(now)
    expect([saved('a'), saved('b')]).to.deep.equal([[], [[1, 1]]])
  })

  it('saves other batches while the home of one is away, whose lines it uploads once', async () => {
    const names: string[] = []
    const put: typeof objects.put = async (name, ...given) => {
      names.push(name)
      await objects.put(name, ...given)
    }
    const one = saver({ objects: { ...objects, put } })
    for (const id of ['a', 'b']) shard.add(id, 1)
    home.away.add('a')
    await one.save(0)
    expect(await one.save(2000)).to.be.at.least(1000)
    await one.save(3000)
    expect([saved('a'), saved('b'), unsaved()]).to.deep.equal([[], [[1, 1]], ['a']])
    home.away.clear()
    shard.add('a', 1)
    await one.flush(4000)
    expect(saved('a')).to.deep.equal([
      [1, 1],
      [2, 1],
    ])
    expect(names).to.have.length(3)
    await expectLines('a', 2)
  })

  it('logs an error that is none of availability, and goes on', async () => {
    const { log, errors } = errorLog()
    for (const id of ['a', 'b']) shard.add(id, 1)
    const put: typeof objects.put = async (name, ...given) => {
      if (name.startsWith('results/a.')) throw new TypeError('Not an object name')
      await objects.put(name, ...given)
    }
    expect(await saver({ objects: { ...objects, put }, logger: log }).flush(0)).to.equal(false)
    expect(errors.join()).to.include('Not an object name')
    expect(saved('b')).to.deep.equal([[1, 1]])
  })

  it('flushes lines that wait', async () => {
    const one = saver()
    shard.add('a', 1)
    shard.add('b', 1)
    await one.save(0)
    expect(await one.flush(1)).to.equal(true)
    expect([saved('a'), saved('b')]).to.deep.equal([[[1, 1]], [[1, 1]]])
  })

  it('begins nothing once its signal is aborted', async () => {
    const stopping = new AbortController()
    shard.add('a', 20, 'x'.repeat(MIB))
    const send: FakeHome['send'] = async (...given) => {
      stopping.abort()
      return home.send(...given)
    }
    expect(await saver({ shards: { send }, signal: stopping.signal }).flush(0)).to.equal(false)
    expect(saved('a')).to.have.length(1)
    expect(unsaved()).to.deep.equal(['a'])
    await saver().flush(0)
    await expectLines('a', 20)
  })
})
