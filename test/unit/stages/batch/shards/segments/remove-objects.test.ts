import { expect } from 'chai'
import { isUnavailable, unavailable } from '#shared/errors.ts'
import { removeObjects } from '#stages/batch/shards/segments/remove-objects.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { objectsOfEachTest } from './segments-scene.ts'

describe('removeObjects', () => {
  const objects = objectsOfEachTest()
  let useless: string[]
  const store = {
    uselessObjects: (limit: number) => useless.slice(0, limit),
    forgetObjects: async (names: readonly string[]) => {
      useless = useless.filter((name) => !names.includes(name))
    },
  }

  beforeEach(async () => {
    useless = Array.from({ length: 40 }, (_, n) => `results/${n}`)
    for (const name of [...useless, 'results/kept']) await objects.put(name, Buffer.from('x'), 'text/plain')
  })

  it('removes step by step what is useless, and nothing else', async () => {
    while (await removeObjects({ store, objects }));
    expect(useless).to.deep.equal([])
    expect(await objects.names()).to.deep.equal(['results/kept'])
    expect(await removeObjects({ store, objects })).to.equal(false)
  })

  it('forgets no object before it is removed', async () => {
    const away = { remove: () => Promise.reject(unavailable('object store')) }
    expect(isUnavailable(await rejectionOf(removeObjects({ store, objects: away })))).to.equal(true)
    expect(useless).to.have.length(40)
  })

  it('repeats the removal when the store could not forget', async () => {
    const full = { ...store, forgetObjects: () => Promise.reject(unavailable('disk')) }
    expect(isUnavailable(await rejectionOf(removeObjects({ store: full, objects })))).to.equal(true)
    while (await removeObjects({ store, objects }));
    expect(await objects.names()).to.deep.equal(['results/kept'])
  })
})
