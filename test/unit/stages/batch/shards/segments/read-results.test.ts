import { expect } from 'chai'
import { isUnavailable, unavailable } from '#shared/errors.ts'
import type { ResultsQuery } from '#shared/ports/batches.ts'
import { resultLine } from '#stages/batch/result-line.ts'
import { readResults } from '#stages/batch/shards/segments/read-results.ts'
import { storeSegment } from '#stages/batch/shards/segments/store-segment.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { linesOf, page, parseLines } from '#test/contract/frontier/batch-scene.ts'
import { FakeHome, lineOf, objectsOfEachTest } from './segments-scene.ts'

const from = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)

describe('readResults', () => {
  const objects = objectsOfEachTest()
  let home: FakeHome

  beforeEach(() => {
    home = new FakeHome()
    home.index.set('a', [])
  })

  const reader = (more: Partial<Parameters<typeof readResults>[0]> = {}) => ({
    readResults: (id: string, reading: ResultsQuery) =>
      readResults(
        { shards: home, objects, readValue: async () => null, homeOf: () => 0, ...more },
        id,
        reading,
      ),
  })
  const numbersOf = async (reading: Partial<ResultsQuery> = {}) =>
    (await linesOf(reader(), 'a', reading)).map(({ n }) => n)

  /** Saves a segment of these lines of the shard. */
  async function save(shard: number, first: number, last: number, line = lineOf): Promise<void> {
    const lines = from(first, last).map((n) => line('a', shard, n))
    const pending = {
      batch: 'a',
      first,
      count: lines.length,
      lines: Buffer.from(lines.join('')),
      isLast: false,
    }
    await home.send(0, { kind: 'segment', segment: await storeSegment(objects, shard, pending) })
  }

  it('numbers the lines of all shards in the order of their segments', async () => {
    await save(1, 1, 3)
    await save(2, 1, 2)
    await save(1, 4, 12)
    const lines = await linesOf(reader(), 'a')
    expect(lines.map(({ n }) => n)).to.deep.equal(from(1, 14))
    expect(lines.map(({ id }) => id)).to.deep.equal(
      [...from(1_000_001, 1_000_003), 2_000_001, 2_000_002, ...from(1_000_004, 1_000_012)].map(
        (n) => `a.${n}`,
      ),
    )
  })

  for (const after of [0, 1, 3, 4, 5, 9, 10, 11, 1000]) {
    it(`reads after line ${after}, and lines of segments that overlap once`, async () => {
      await save(1, 1, 3)
      await save(1, 1, 5)
      await save(2, 1, 2)
      await save(1, 4, 8)
      const lines = await linesOf(reader(), 'a', { after })
      expect(lines.map(({ n }) => n)).to.deep.equal(from(after + 1, 10))
      const ids = [...from(1_000_001, 1_000_005), 2_000_001, 2_000_002, ...from(1_000_006, 1_000_008)]
      expect(lines.map(({ id }) => id)).to.deep.equal(ids.slice(after).map((n) => `a.${n}`))
    })
  }

  it('reads many small segments, page by page', async () => {
    for (const n of from(1, 250)) await save(n % 7, Math.ceil(n / 7), Math.ceil(n / 7))
    home.ended.add('a')
    expect(await numbersOf()).to.deep.equal(from(1, 250))
    expect(await numbersOf({ after: 120 })).to.deep.equal(from(121, 250))
  })

  it('yields chunks of complete lines of at most 256 KiB, a longer line alone', async () => {
    await save(1, 1, 101, (batch, shard, n) =>
      lineOf(batch, shard, n, 'x'.repeat(n === 50 ? 900_000 : 10_000)),
    )
    const signal = new AbortController().signal
    const chunks: Uint8Array[] = []
    for await (const chunk of (await reader().readResults('a', { after: 0, isFollowing: false, signal })) ??
      [])
      chunks.push(chunk)
    const lines = chunks.map((chunk) => parseLines(Buffer.from(chunk).toString()))
    expect(lines.flat().map(({ n }) => n)).to.deep.equal(from(1, 101))
    const long = chunks.filter(({ length }) => length > 262_144)
    expect(long.map(({ length }) => length > 900_000)).to.deep.equal([true])
    expect(chunks.length).to.be.within(6, 8)
  })

  it('loads values that are in the object store, with their number in the batch', async () => {
    const dataref = 'http://here.example/bodies/x.json'
    const item = { ...page('http://x.example/'), batch: 'a', seq: 1 }
    const outcome = { topic: 'result.metadata', timing: '', json: '', dataref }
    await save(1, 1, 2)
    await save(2, 1, 1, (_batch, _shard, n) => resultLine(n, item, 'metadata', outcome))
    const readValue = async (place: string) => JSON.stringify({ place })
    const lines = await linesOf(reader({ readValue }), 'a')
    expect(lines.at(-1)).to.deep.equal({ n: 3, id: 'a.1', place: dataref })
  })

  it('follows a batch until its end', async () => {
    const reading = numbersOf({ isFollowing: true, after: 1 })
    await save(1, 1, 3)
    await save(2, 1, 1)
    home.ended.add('a')
    expect(await reading).to.deep.equal([2, 3, 4])
  })

  it('gives a follower the lines so far before there are more', async () => {
    const leaving = new AbortController()
    await save(1, 1, 3)
    const reading = { after: 0, isFollowing: true, signal: leaving.signal }
    const found: number[] = []
    const read = (async () => {
      for await (const chunk of (await reader().readResults('a', reading)) ?? [])
        found.push(...parseLines(Buffer.from(chunk).toString()).map(({ n }) => n))
    })()
    await eventually(() => found.length === 3)
    await save(1, 4, 4)
    await eventually(() => found.length === 4)
    leaving.abort()
    await read
    expect(found).to.deep.equal([1, 2, 3, 4])
  })

  it('ends for a reader who leaves in the middle of an object, which is closed', async () => {
    await save(1, 1, 50, (batch, shard, n) => lineOf(batch, shard, n, 'x'.repeat(200_000)))
    const closed: Promise<unknown>[] = []
    const open: typeof objects.open = async (...given) => {
      const bytes = await objects.open(...given)
      if (bytes) closed.push(new Promise((resolve) => bytes.once('close', resolve)))
      return bytes
    }
    const leaving = new AbortController()
    let chunks = 0
    const reading = { after: 0, isFollowing: true, signal: leaving.signal }
    for await (const _ of (await reader({ objects: { open } }).readResults('a', reading)) ?? []) {
      chunks++
      leaving.abort()
    }
    expect(chunks).to.be.below(50)
    expect(closed).to.have.length(1)
    await Promise.all(closed)
  })

  it('is null for an unknown batch', async () => {
    const reading = { after: 0, isFollowing: false, signal: new AbortController().signal }
    expect(await reader().readResults('none', reading)).to.equal(null)
  })

  for (const isFollowing of [false, true]) {
    it(`fails when an object is missing, ${isFollowing ? 'also' : 'not only'} for a follower`, async () => {
      await save(1, 1, 3)
      await save(2, 1, 3)
      await save(1, 4, 5)
      await objects.remove(home.index.get('a')?.[1]?.object ?? '')
      expect(isUnavailable(await rejectionOf(numbersOf({ isFollowing })))).to.equal(true)
      expect(await numbersOf({ after: 6 })).to.deep.equal([7, 8])
    })
  }

  it('fails when the batch is removed meanwhile', async () => {
    await save(1, 1, 3)
    const reading = numbersOf({ isFollowing: true })
    home.index.delete('a')
    expect(isUnavailable(await rejectionOf(reading))).to.equal(true)
  })

  it('fails while the object store is away, and goes on where it ended', async () => {
    await save(1, 1, 3)
    await save(2, 1, 3)
    let isAway = true
    const open: typeof objects.open = async (name, ...given) => {
      if (isAway && name.startsWith('results/a.2.')) throw unavailable('object store')
      return objects.open(name, ...given)
    }
    const found: number[] = []
    const read = async (after: number) => {
      const reading = { after, isFollowing: false, signal: new AbortController().signal }
      for await (const chunk of (await reader({ objects: { open } }).readResults('a', reading)) ?? [])
        found.push(...parseLines(Buffer.from(chunk).toString()).map(({ n }) => n))
    }
    expect(isUnavailable(await rejectionOf(read(0)))).to.equal(true)
    isAway = false
    await read(found.length)
    expect(found).to.deep.equal(from(1, 6))
  })

  it('fails while the home is away', async () => {
    home.away.add('a')
    expect(isUnavailable(await rejectionOf(numbersOf()))).to.equal(true)
  })
})
