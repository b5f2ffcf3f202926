import { appendFileSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import {
  completionsOf,
  linesOf,
  parseLines,
  result,
  startBatch,
} from '#test/contract/frontier/batch-scene.ts'
import { storeOfEachTest } from '../../store-fixture.ts'

describe('readResults', () => {
  const store = storeOfEachTest()

  const urls = (count: number) => Array.from({ length: count }, (_, n) => `http://h${n}.example/`)
  const file = () => join(store.folder, 'a.ndjson')

  /** A batch with so many results of about so many bytes. */
  async function withResults(count: number, bytes = 10): Promise<void> {
    await startBatch(store, 'a', urls(count + 1))
    await store.frontier.complete(
      completionsOf((await store.frontier.dispatch(count)).dispatches, (url) =>
        result(url, 'x'.repeat(bytes)),
      ),
    )
  }

  it('yields chunks of complete lines of at most 256 KiB, a longer line alone', async () => {
    await withResults(100, 10_000)
    await store.frontier.complete(
      completionsOf((await store.frontier.dispatch(1)).dispatches, (url) => result(url, 'y'.repeat(300_000))),
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

  it('keeps the copy of lines until their file is synced', async () => {
    await store.reopen({ syncMs: 5 })
    await withResults(3)
    const kept = () => store.database.db.prepare('SELECT count(*) AS count FROM tails').get()?.count
    await eventually(() => kept() === 0)
    expect(await linesOf(store, 'a')).to.have.length(3)
  })
})
