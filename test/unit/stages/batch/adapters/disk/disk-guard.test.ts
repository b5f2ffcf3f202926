import { statfsSync } from 'node:fs'
import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import {
  type DiskSpace,
  makeAddCheck,
  readDiskSpace,
  withDiskGuard,
} from '#stages/batch/adapters/disk/disk-guard.ts'
import type { Frontier } from '#stages/batch/frontier/frontier.ts'
import { batchNamed, completionsOf, linesOf, page, startBatch } from '#test/contract/frontier/batch-scene.ts'
import { openStoreFixture, type StoreFixture } from '../../store-fixture.ts'

const FULL = { code: 'SERVICE_UNAVAILABLE', message: 'The disk of the batch part is full' }

/**
 * The guard keeps a tenth of a small disk free, and the reserve on a large one; half of that for running
 * work.
 */
describe('withDiskGuard', () => {
  let fixture: StoreFixture
  let space: DiskSpace
  let warnings: number
  let frontier: Frontier
  beforeEach(async () => {
    fixture = await openStoreFixture()
    space = { size: 1000, free: 100, spare: 0 }
    warnings = 0
    frontier = withDiskGuard(fixture.frontier, () => space, {
      reserve: 200_000,
      logger: { warn: () => (warnings += 1) },
    })
  })
  afterEach(() => fixture.end())

  const errorOf = async (work: Promise<unknown>) => work.then(() => null).catch((error) => error)

  it('accepts no items below the reserve, and discards a refused batch', async () => {
    await frontier.create(batchNamed('a'))
    await frontier.add('a', [page('http://x.example/')])
    space = { ...space, free: 99 }
    expect(await errorOf(frontier.add('a', [page('http://y.example/')]))).to.include(FULL)
    expect(await errorOf(frontier.create(batchNamed('b')))).to.include(FULL)
    expect(await errorOf(frontier.defer([]))).to.include(FULL)
    await frontier.discard('a')
    expect(warnings).to.equal(0)
  })

  it('dispatches until half of the reserve is used, and completes items in flight below that', async () => {
    await startBatch(fixture, 'a', ['http://x.example/', 'http://y.example/'])
    space = { ...space, free: 50 }
    const dispatches = (await frontier.dispatch(1)).dispatches
    expect(dispatches).to.have.length(1)
    space = { ...space, free: 49 }
    for (const _ of [1, 2]) expect(await errorOf(frontier.dispatch(1))).to.include(FULL)
    expect(warnings).to.equal(1)
    await frontier.complete(completionsOf(dispatches))
    expect(await linesOf(fixture, 'a')).to.have.length(1)
    space = { ...space, free: 50 }
    expect((await frontier.dispatch(1)).dispatches).to.have.length(1)
  })

  it('counts the pages of removed rows as free', async () => {
    space = { size: 1000, free: 60, spare: 40 }
    await frontier.create(batchNamed('a'))
    space = { size: 1000, free: 49, spare: 900 }
    expect(await errorOf(frontier.create(batchNamed('b')))).to.include(FULL)
  })

  it('keeps no more than the reserve of a large disk', async () => {
    space = { size: 1e12, free: 200_000, spare: 0 }
    await frontier.create(batchNamed('a'))
    space = { ...space, free: 199_999 }
    expect(await errorOf(frontier.create(batchNamed('b')))).to.include(FULL)
  })

  it('reads the real disk and database', async () => {
    const look = readDiskSpace(fixture.folder, fixture.database.db)
    const { blocks, bsize } = statfsSync(fixture.folder)
    expect(look()).to.include({ size: blocks * bsize, spare: 0 })
    fixture.database.db.exec(
      'CREATE TABLE more (text TEXT); INSERT INTO more VALUES (zeroblob(100000)); DROP TABLE more',
    )
    expect(look().spare).to.be.within(100_000, 120_000)
  })
})

describe('makeAddCheck', () => {
  for (const [free, spare, isRefused] of [
    [100, 0, false],
    [99, 0, true],
    [50, 50, false],
    [49, 900, true],
  ] as const)
    it(`${isRefused ? 'refuses' : 'accepts'} items on a disk of 1000 with ${free} free and ${spare} spare`, () => {
      const check = makeAddCheck(() => ({ size: 1000, free, spare }), 200_000)
      if (isRefused) expect(check).to.throw(Failure).that.includes(FULL)
      else expect(check()).to.equal(undefined)
    })
})
