import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Frontier } from '#stages/batch/frontier/frontier.ts'
import { batchNamed, completionsOf, linesOf, page, startBatch } from '#test/contract/frontier/batch-scene.ts'
import { openStoreFixture, type StoreFixture } from '#test/unit/stages/batch/store-fixture.ts'

const MESSAGE = 'The disk of the batch part is full'

describe('withDiskFullErrors', () => {
  let fixture: StoreFixture
  let frontier: Frontier
  beforeEach(async () => {
    fixture = await openStoreFixture()
    frontier = fixture.frontier
  })
  afterEach(() => fixture.end())

  const pages = (count: number) =>
    Array.from({ length: count }, (_, n) => page(`http://h${n}.example/${'long'.repeat(100)}`))

  /** Allows the file so many further pages. */
  function allow(more: number): void {
    const { page_count: now } = fixture.database.db.prepare('PRAGMA page_count').get() as {
      page_count: number
    }
    fixture.database.db.exec(`PRAGMA max_page_count = ${now + more}`)
  }

  const errorOf = async (work: Promise<unknown>) => work.then(() => null).catch((error) => error)

  it('reports a full disk, stops dispatching and loses nothing; with space all work continues', async () => {
    await frontier.create(batchNamed('a'))
    await frontier.add('a', pages(50))
    allow(5)
    const error = await errorOf(frontier.add('a', pages(2000)))
    expect(error).to.include({ code: 'SERVICE_UNAVAILABLE', message: MESSAGE })
    allow(100_000)
    const taken = await frontier.add('a', pages(2000))
    await frontier.start('a', false)
    const accepted = (await frontier.status('a'))?.counts.accepted
    expect(accepted).to.equal(2000)
    expect(taken.filter((isNew) => !isNew)).to.have.length.above(49)
    expect(fixture.database.db.prepare('PRAGMA integrity_check').get()).to.deep.include({
      integrity_check: 'ok',
    })
  })

  it('accepts no completion without its result line; it is retried', async () => {
    await startBatch(fixture, 'a', ['http://x.example/', 'http://y.example/'])
    const dispatches = (await frontier.dispatch(10)).dispatches
    symlinkSync('/dev/full', join(fixture.folder, 'a.ndjson'))
    const error = await errorOf(frontier.complete(completionsOf(dispatches)))
    expect(error).to.include({ code: 'SERVICE_UNAVAILABLE', message: MESSAGE })
    expect((await frontier.status('a'))?.counts).to.include({ running: 2, done: 0 })
    rmSync(join(fixture.folder, 'a.ndjson'))
    await frontier.complete(completionsOf(dispatches))
    expect((await linesOf(fixture, 'a')).map(({ n }) => n)).to.deep.equal([1, 2])
  })
})
