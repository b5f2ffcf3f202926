import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { isUnavailable, unavailable } from '#shared/errors.ts'
import type { ResultsQuery } from '#shared/ports/batches.ts'
import { readResults } from '#stages/batch/adapters/postgres/results/read-results.ts'
import { saveSegments } from '#stages/batch/adapters/postgres/results/segment-work.ts'
import { resultLine } from '#stages/batch/result-line.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { linesOf, page, parseLines } from '#test/contract/frontier/batch-scene.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { databaseOfEachTest } from '../database-of-test.ts'
import {
  append,
  end,
  lineOf,
  numbers,
  rangesIn,
  removeBatch,
  type StoredBatch,
  storeBatch,
} from './batch-with-lines.ts'
import { objectsOfEachTest } from './objects-of-test.ts'

describe('readResults', () => {
  const postgres = databaseOfEachTest()
  const objects = objectsOfEachTest()
  let batch: StoredBatch

  beforeEach(async () => {
    batch = await storeBatch(postgres)
  })

  type Options = Parameters<typeof readResults>[0]
  const reader = (more: Partial<Options> = {}) => ({
    readResults: (id: string, reading: ResultsQuery) =>
      readResults({ postgres, objects, readValue: async () => null, ...more }, id, reading),
  })
  const numbersOf = async (reading: Partial<ResultsQuery> = {}, more: Partial<Options> = {}) =>
    (await linesOf(reader(more), batch.id, reading)).map(({ n }) => n)

  /** Makes a segment of all rows. */
  async function save(): Promise<void> {
    await postgres.query('UPDATE batches SET row_bytes = row_bytes + 8388608 WHERE num = $1', [batch.num])
    expect(await saveSegments({ postgres, objects, logger: silentLog })).to.equal(true)
    await postgres.query('UPDATE batches SET row_bytes = 0 WHERE num = $1', [batch.num])
    await postgres.query('DELETE FROM unnamed_objects')
  }

  for (const after of [0, 1, 3, 4, 5, 8, 9, 10, 11, 12, 1000])
    it(`reads segments and rows after line ${after}`, async () => {
      for (const [count, isSaved] of [
        [3, false],
        [2, true],
        [4, true],
        [2, false],
        [1, false],
      ] as const) {
        await append(postgres, batch, count)
        if (isSaved) await save()
      }
      expect([
        await rangesIn(postgres, 'segments', batch),
        await rangesIn(postgres, 'result_rows', batch),
      ]).to.deep.equal([
        [
          [1, 5],
          [6, 9],
        ],
        [
          [10, 11],
          [12, 12],
        ],
      ])
      const lines = await linesOf(reader(), batch.id, { after })
      expect(lines.map(({ n, id }) => [n, id])).to.deep.equal(
        numbers(after + 1, 12).map((n) => [n, `${batch.id}.${n}`]),
      )
    })

  it('reads many small segments and rows, page by page', async () => {
    for (const n of numbers(1, 40)) {
      await append(postgres, batch, 1)
      if (n < 35) await save()
    }
    await append(postgres, batch, 1200)
    for (let n = 0; n < 40; n++) await append(postgres, batch, 1)
    expect(await numbersOf()).to.deep.equal(numbers(1, 1280))
    expect(await numbersOf({ after: 37 })).to.deep.equal(numbers(38, 1280))
  })

  for (const isSaved of [false, true])
    it(`yields chunks of complete lines of at most 256 KiB, of ${isSaved ? 'segments' : 'rows'}`, async () => {
      for (const count of [40, 40, 21])
        await append(postgres, batch, count, (n) =>
          lineOf(batch.id, n, 'x'.repeat(n === 50 ? 900_000 : 10_000)),
        )
      if (isSaved) await save()
      const { signal } = new AbortController()
      const chunks: Uint8Array[] = []
      for await (const chunk of (await reader().readResults(batch.id, {
        after: 0,
        isFollowing: false,
        signal,
      })) ?? [])
        chunks.push(chunk)
      const lines = chunks.map((chunk) => parseLines(Buffer.from(chunk).toString()))
      expect(lines.flat().map(({ n }) => n)).to.deep.equal(numbers(1, 101))
      const long = chunks.filter(({ length }) => length > 262_144)
      expect(long.map(({ length }) => length > 900_000)).to.deep.equal([true])
      expect(chunks.length).to.be.within(6, 12)
    })

  it('loads values that are in the object store', async () => {
    const dataref = 'http://here.example/bodies/x.json'
    const item = { ...page('http://x.example/'), batch: 'a', seq: 1 }
    const outcome = { topic: 'result.metadata', timing: '', json: '', dataref }
    await append(postgres, batch, 2)
    await append(postgres, batch, 1, (n) => resultLine(n, item, 'metadata', outcome))
    const readValue = async (place: string) => JSON.stringify({ place })
    const lines = await linesOf(reader({ readValue }), batch.id)
    expect(lines.at(-1)).to.deep.equal({ n: 3, id: 'a.1', place: dataref })
  })

  it('follows a batch until its end, also while rows become segments', async () => {
    const reading = numbersOf({ isFollowing: true, after: 1 })
    await append(postgres, batch, 3)
    await save()
    await append(postgres, batch, 1)
    await end(postgres, batch)
    expect(await reading).to.deep.equal([2, 3, 4])
  })

  it('gives a follower the lines so far before there are more', async () => {
    const leaving = new AbortController()
    await append(postgres, batch, 3)
    const found: number[] = []
    const read = (async () => {
      const reading = { after: 0, isFollowing: true, signal: leaving.signal }
      for await (const chunk of (await reader().readResults(batch.id, reading)) ?? [])
        found.push(...parseLines(Buffer.from(chunk).toString()).map(({ n }) => n))
    })()
    await eventually(() => found.length === 3)
    await append(postgres, batch, 1)
    await eventually(() => found.length === 4)
    leaving.abort()
    await read
    expect(found).to.deep.equal([1, 2, 3, 4])
  })

  it('finds lines that become a segment between the looks for segments and for rows, each time', async () => {
    await append(postgres, batch, 3)
    let moves = 0
    const moving: Options['postgres'] = {
      async query(text, values) {
        if (text.includes('FROM result_rows') && moves++ < 3) {
          await save()
          await append(postgres, batch, 2)
        }
        return postgres.query(text, values)
      },
    }
    const read = await numbersOf({}, { postgres: moving })
    expect(moves).to.be.above(1)
    expect(read).to.deep.equal(numbers(1, read.length))
    expect(read.length).to.be.at.least(3)
  })

  it('ends for a reader who leaves in the middle of an object, which is closed', async () => {
    await append(postgres, batch, 50, (n) => lineOf(batch.id, n, 'x'.repeat(200_000)))
    await save()
    const closed: Promise<unknown>[] = []
    const open: typeof objects.open = async (...given) => {
      const bytes = await objects.open(...given)
      if (bytes) closed.push(new Promise((resolve) => bytes.once('close', resolve)))
      return bytes
    }
    const leaving = new AbortController()
    let chunks = 0
    const reading = { after: 0, isFollowing: true, signal: leaving.signal }
    for await (const _ of (await reader({ objects: { open } }).readResults(batch.id, reading)) ?? []) {
      chunks++
      leaving.abort()
    }
    expect(chunks).to.be.below(50)
    expect(closed).to.have.length(1)
    await Promise.all(closed)
  })

  for (const id of [randomUUID(), 'none', ''])
    it(`is null for an unknown batch: "${id.slice(0, 4)}"`, async () => {
      const reading = { after: 0, isFollowing: false, signal: new AbortController().signal }
      expect(await reader().readResults(id, reading)).to.equal(null)
    })

  for (const isFollowing of [false, true])
    it(`fails when an object is missing, ${isFollowing ? 'also' : 'not only'} for a follower`, async () => {
      await append(postgres, batch, 3)
      await save()
      const [name = ''] = await objects.names()
      await append(postgres, batch, 3)
      await save()
      await objects.remove(name)
      expect(isUnavailable(await rejectionOf(numbersOf({ isFollowing })))).to.equal(true)
      expect(await numbersOf({ after: 3 })).to.deep.equal([4, 5, 6])
    })

  it('fails when the batch is removed while a reader waits', async () => {
    await append(postgres, batch, 3)
    const reading = { after: 0, isFollowing: true, signal: new AbortController().signal }
    const chunks = (await reader().readResults(batch.id, reading))?.[Symbol.asyncIterator]()
    await chunks?.next()
    const failure = rejectionOf(chunks?.next() ?? Promise.resolve())
    await removeBatch(postgres, batch)
    expect(isUnavailable(await failure)).to.equal(true)
  })

  for (const where of ['rows', 'segments'])
    it(`fails when the batch is removed between two of its ${where}`, async () => {
      for (let part = 0; part < 8; part++) {
        await append(postgres, batch, 20, (n) => lineOf(batch.id, n, 'x'.repeat(20_000)))
        if (where === 'segments') await save()
      }
      const reading = { after: 0, isFollowing: false, signal: new AbortController().signal }
      const chunks = (await reader().readResults(batch.id, reading))?.[Symbol.asyncIterator]()
      await chunks?.next()
      await removeBatch(postgres, batch)
      for (const name of await objects.names()) await objects.remove(name)
      const readOn = async () => {
        while ((await chunks?.next())?.done === false);
      }
      expect(isUnavailable(await rejectionOf(readOn()))).to.equal(true)
    })

  it('fails while the object store is away, and goes on where it ended', async () => {
    await append(postgres, batch, 3)
    await save()
    const [first] = await objects.names()
    await append(postgres, batch, 3)
    await save()
    let isAway = true
    const open: typeof objects.open = async (name, ...given) => {
      if (isAway && name !== first) throw unavailable('object store')
      return objects.open(name, ...given)
    }
    const found: number[] = []
    const read = async (after: number) => {
      const reading = { after, isFollowing: false, signal: new AbortController().signal }
      for await (const chunk of (await reader({ objects: { open } }).readResults(batch.id, reading)) ?? [])
        found.push(...parseLines(Buffer.from(chunk).toString()).map(({ n }) => n))
    }
    expect(isUnavailable(await rejectionOf(read(0)))).to.equal(true)
    isAway = false
    await read(found.length)
    expect(found).to.deep.equal(numbers(1, 6))
  })

  it('fails while PostgreSQL is away', async () => {
    const away = { query: () => Promise.reject(unavailable('batches')) }
    expect(isUnavailable(await rejectionOf(numbersOf({}, { postgres: away })))).to.equal(true)
  })
})
