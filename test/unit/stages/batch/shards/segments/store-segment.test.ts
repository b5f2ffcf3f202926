import { zstdDecompressSync } from 'node:zlib'
import { expect } from 'chai'
import { storeSegment } from '#stages/batch/shards/segments/store-segment.ts'
import { objectsOfEachTest } from './segments-scene.ts'

describe('storeSegment', () => {
  const objects = objectsOfEachTest()
  const lines = Buffer.from('{"n":5}\n{"n":6}\n')
  const pending = { batch: 'a', first: 5, count: 2, lines, isLast: true }

  it('stores the lines in one zstd frame, and tells which they are', async () => {
    const segment = await storeSegment(objects, 7, pending)
    expect(segment).to.deep.include({ batch: 'a', shard: 7, first: 5, count: 2 })
    const object = await objects.get(segment.object)
    expect(zstdDecompressSync(object?.body ?? '').toString()).to.equal('{"n":5}\n{"n":6}\n')
  })

  it('gives other lines another name, and the same lines the same', async () => {
    const { object } = await storeSegment(objects, 7, pending)
    expect((await storeSegment(objects, 7, pending)).object).to.equal(object)
    const others = [
      await storeSegment(objects, 8, pending),
      await storeSegment(objects, 7, { ...pending, batch: 'b' }),
      await storeSegment(objects, 7, { ...pending, first: 4 }),
      await storeSegment(objects, 7, { ...pending, count: 1 }),
    ]
    expect(new Set([object, ...others.map((other) => other.object)]).size).to.equal(5)
  })
})
