import { appendFileSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import { eventually } from '#test/contract/eventually.ts'
import {
  completionsOf,
  idOf,
  linesOf,
  parseLines,
  result,
  startBatch,
  storeOfEachTest,
} from '../../store-fixture.ts'

describe('readResults', () => {
  const store = storeOfEachTest()

  const urls = (count: number) => Array.from({ length: count }, (_, n) => `http://h${n}.example/`)
  const file = () => join(store.folder, 'a.ndjson')

  /** A batch with so many results of about so many bytes. */
  async function withResults(count: number, bytes = 10): Promise<void> {
    await startBatch(store, 'a', urls(count + 1))
    await store.frontier.complete(
      completionsOf(await store.frontier.dispatch(count), (url) => result(url, 'x'.repeat(bytes))),
    )
  }

  it('numbers the lines in order of completion, with the id and the value of the event', async () => {
    await startBatch(store, 'a', urls(2))
    const [first, second] = await store.frontier.dispatch(2)
    await store.frontier.complete(completionsOf([second as never]))
    await store.frontier.complete(completionsOf([first as never]))
    const value = { operation: 'metadata', result: { title: 'A page' } }
    expect(await linesOf(store, 'a')).to.deep.equal([
      { n: 1, id: 'a.2', ...value, parameters: { url: 'http://h1.example/' }, url: 'http://h1.example/' },
      { n: 2, id: 'a.1', ...value, parameters: { url: 'http://h0.example/' }, url: 'http://h0.example/' },
    ])
  })

  it('writes one line for each result, however the value is formatted', async () => {
    await startBatch(store, 'a', urls(1))
    const [dispatch] = await store.frontier.dispatch(1)
    const json = '{\n  "operation": "metadata",\n  "result": "\\u2028\\n"\n}\n'
    await store.frontier.complete([{ id: idOf(dispatch as never), outcome: { ...result(''), json } }])
    expect(await linesOf(store, 'a')).to.deep.equal([
      { n: 1, id: 'a.1', operation: 'metadata', result: '\u2028\n' },
    ])
  })

  it('marks a result whose value cannot be read', async () => {
    await startBatch(store, 'a', urls(3))
    const values = ['', '"text"', '[1]']
    const completions = (await store.frontier.dispatch(3)).map((dispatch, index) => ({
      id: idOf(dispatch),
      outcome: { ...result(''), json: values[index] as string },
    }))
    await store.frontier.complete(completions)
    const lines = await linesOf(store, 'a')
    expect(lines.map(({ n, url, result: value }) => [n, url, value])).to.deep.equal(
      urls(3).map((url, index) => [index + 1, url, null]),
    )
    expect(lines.every(({ note }) => note === 'the result cannot be read')).to.equal(true)
  })

  for (const after of [0, 1, 41, 199, 200, 5000]) {
    it(`reads from line ${after} on`, async () => {
      await withResults(200, 3000)
      const lines = await linesOf(store, 'a', { after })
      expect(lines.map(({ n }) => n)).to.deep.equal(
        Array.from({ length: Math.max(0, 200 - after) }, (_, index) => after + 1 + index),
      )
    })
  }

  it('yields chunks of complete lines of at most 256 KiB, a longer line alone', async () => {
    await withResults(100, 10_000)
    await store.frontier.complete(
      completionsOf(await store.frontier.dispatch(1), (url) => result(url, 'y'.repeat(300_000))),
    )
    const sizes: number[] = []
    const reading = { after: 0, isFollowing: false, signal: new AbortController().signal }
    for await (const chunk of store.readResults('a', reading) ?? []) {
      expect(parseLines(Buffer.from(chunk).toString())).to.not.have.length(0)
      sizes.push(chunk.length)
    }
    expect(sizes.slice(0, -1).every((size) => size <= 262_144)).to.equal(true)
    expect(sizes.at(-1)).to.be.above(300_000)
    expect(sizes.length).to.be.within(5, 8)
  })

  it('does not read from the start when only the last lines are wanted', async () => {
    await withResults(400, 3000)
    const reading = { after: 399, isFollowing: false, signal: new AbortController().signal }
    truncateHead()
    const chunks: Uint8Array[] = []
    for await (const chunk of store.readResults('a', reading) ?? []) chunks.push(chunk)
    expect(parseLines(Buffer.concat(chunks).toString()).map(({ n }) => n)).to.deep.equal([400])
  })

  /** Overwrites everything but the end of the file. */
  function truncateHead(): void {
    const bytes = readFileSync(file())
    bytes.fill('#', 0, bytes.length - 150_000)
    truncateSync(file(), 0)
    appendFileSync(file(), bytes)
  }

  it('lets many readers follow until the batch finishes', async () => {
    await startBatch(store, 'a', urls(30))
    const readers = [0, 0, 10].map((after) => linesOf(store, 'a', { after, isFollowing: true }))
    for (let n = 0; n < 10; n++)
      await store.frontier.complete(completionsOf(await store.frontier.dispatch(3)))
    const read = await Promise.all(readers)
    expect(read.map((lines) => lines.length)).to.deep.equal([30, 30, 20])
  })

  it('follows over a pause, and ends with a cancelled batch', async () => {
    await startBatch(store, 'a', urls(3))
    const reader = linesOf(store, 'a', { isFollowing: true })
    const dispatches = await store.frontier.dispatch(1)
    await store.frontier.setState('a', 'paused')
    await store.frontier.complete(completionsOf(dispatches))
    await store.frontier.setState('a', 'cancelled')
    expect(await reader).to.have.length(1)
  })

  it('stops for a reader who leaves', async () => {
    await startBatch(store, 'a', urls(1))
    const leaving = new AbortController()
    const reader = linesOf(store, 'a', { isFollowing: true, signal: leaving.signal })
    setImmediate(() => leaving.abort())
    expect(await reader).to.deep.equal([])
  })

  it('is null for an unknown batch', () => {
    const reading = { after: 0, isFollowing: false, signal: new AbortController().signal }
    expect(store.readResults('none', reading)).to.equal(null)
  })

  it('keeps the copy of lines until their file is synced', async () => {
    await store.reopen({ syncMs: 5 })
    await withResults(3)
    const kept = () => store.database.db.prepare('SELECT count(*) AS count FROM tails').get()?.count
    await eventually(() => kept() === 0)
    expect(await linesOf(store, 'a')).to.have.length(3)
  })

  describe('with values in the object store', () => {
    const outcome = { topic: 'result.metadata', timing: '', json: '', dataref: 'http://here/bodies/x.json' }

    async function withReference(): Promise<void> {
      await startBatch(store, 'a', urls(3))
      const [first, second, third] = await store.frontier.dispatch(3)
      const completions = completionsOf([first as never, third as never])
      await store.frontier.complete([
        completions[0] as never,
        { id: idOf(second as never), outcome },
        completions[1] as never,
      ])
    }

    it('loads the value when the line is read', async () => {
      const value = JSON.stringify({ operation: 'metadata', parameters: {}, url: 'u', result: [1] })
      await store.reopen({ readValue: async (dataref) => (dataref === outcome.dataref ? value : null) })
      await withReference()
      const lines = await linesOf(store, 'a')
      expect(lines.map(({ n }) => n)).to.deep.equal([1, 2, 3])
      expect(lines[1]).to.deep.equal({
        n: 2,
        id: 'a.2',
        operation: 'metadata',
        parameters: {},
        url: 'u',
        result: [1],
      })
      expect(await linesOf(store, 'a', { after: 1 })).to.deep.equal(lines.slice(1))
    })

    it('keeps the reference and says so when the value is not stored any more', async () => {
      await withReference()
      const lines = await linesOf(store, 'a')
      expect(lines[1]).to.include({
        n: 2,
        id: 'a.2',
        url: 'http://h1.example/',
        dataref: outcome.dataref,
        result: null,
      })
      expect(lines[1]?.note).to.equal('the result is not stored any more')
    })

    it('rejects while the store is unavailable', async () => {
      await store.reopen({ readValue: () => Promise.reject(unavailable('object store')) })
      await withReference()
      const error = await linesOf(store, 'a').catch((reason) => reason)
      expect(error).to.include({ code: 'SERVICE_UNAVAILABLE' })
    })
  })
})
