import { zstdDecompressSync } from 'node:zlib'
import { expect } from 'chai'
import { storeLines } from '#stages/batch/adapters/postgres/results/segments.ts'
import { objectsOfEachTest } from './objects-of-test.ts'

describe('storeLines', () => {
  const objects = objectsOfEachTest()

  it('stores the lines in one zstd frame', async () => {
    await storeLines(objects, 'results/a', Buffer.from('{"n":5}\n{"n":6}\n'))
    const object = await objects.get('results/a')
    expect(object?.contentType).to.equal('application/zstd')
    expect(zstdDecompressSync(object?.body ?? '').toString()).to.equal('{"n":5}\n{"n":6}\n')
  })
})
