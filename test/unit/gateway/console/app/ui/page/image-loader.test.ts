import { expect } from 'chai'
import { ApiError } from '#gateway/console/app/api/api-error.ts'
import { imageProblem, makeImageLoader } from '#gateway/console/app/ui/page/image-loader.ts'

const { signal } = new AbortController()
const limit = new ApiError('Too many', { code: 'RATE_LIMIT_EXCEEDED', status: 429 })

/** Loads that end when the test says so. */
function heldLoads() {
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  return {
    begun,
    load(key: string) {
      begun.push(key)
      const end = Promise.withResolvers<string>()
      ends.set(key, end)
      return end.promise
    },
    end: (key: string) => ends.get(key)?.resolve(`image of ${key}`),
    fail: (key: string, error: ApiError) => ends.get(key)?.reject(error),
  }
}

describe('the loader of images', () => {
  it('loads no more than `atOnce` at a time', async () => {
    const held = heldLoads()
    const loader = makeImageLoader({ load: held.load, atOnce: 2, kept: 10 })
    const loads = ['a', 'b', 'c'].map((key) => loader.load(key, signal))
    await Promise.resolve()
    expect(held.begun).to.deep.equal(['a', 'b'])
    held.end('b')
    expect(await loads[1]).to.deep.equal({ image: 'image of b' })
    await new Promise(setImmediate)
    expect(held.begun).to.deep.equal(['a', 'b', 'c'])
    held.end('a')
    held.end('c')
    expect(await Promise.all(loads)).to.have.length(3)
  })

  it('loads a key once for all who wait, and keeps it', async () => {
    const held = heldLoads()
    const loader = makeImageLoader({ load: held.load, atOnce: 6, kept: 10 })
    const loads = [loader.load('a', signal), loader.load('a', signal)]
    await Promise.resolve()
    held.end('a')
    await Promise.all(loads)
    expect(await loader.load('a', signal)).to.deep.equal({ image: 'image of a' })
    expect(held.begun).to.deep.equal(['a'])
  })

  it('drops the image that was asked for longest ago', async () => {
    const begun: string[] = []
    const load = async (key: string) => {
      begun.push(key)
      return key
    }
    const loader = makeImageLoader({ load, atOnce: 6, kept: 2 })
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await loader.load(key, signal)
    expect(begun).to.deep.equal(['a', 'b', 'c', 'b'])
  })

  it('begins no load that was aborted before its turn', async () => {
    const held = heldLoads()
    const loader = makeImageLoader({ load: held.load, atOnce: 1, kept: 10 })
    const first = loader.load('a', signal)
    const ending = new AbortController()
    const second = loader.load('b', ending.signal).catch((error) => error.name)
    ending.abort()
    await Promise.resolve()
    held.end('a')
    await first
    expect(await second).to.equal('AbortError')
    expect(held.begun).to.deep.equal(['a'])
  })

  it('goes on after a failure, which is not kept', async () => {
    const held = heldLoads()
    const loader = makeImageLoader({ load: held.load, atOnce: 1, kept: 10 })
    const unreachable = new ApiError('', { code: 'URL_UNREACHABLE', status: 422 })
    for (const _ of [1, 2]) {
      const load = loader.load('a', signal)
      await Promise.resolve()
      held.fail('a', unreachable)
      expect(await load).to.deep.equal({ error: unreachable, isNews: false })
    }
    expect(held.begun).to.deep.equal(['a', 'a'])
  })

  it('stops at a limit, says so once, and goes on when told', async () => {
    const held = heldLoads()
    const loader = makeImageLoader({ load: held.load, atOnce: 2, kept: 10 })
    const loads = ['a', 'b', 'c'].map((key) => loader.load(key, signal))
    await Promise.resolve()
    held.fail('a', limit)
    held.fail('b', limit)
    expect(await Promise.all(loads)).to.deep.equal([
      { error: limit, isNews: true },
      { error: limit, isNews: false },
      { error: limit, isNews: false },
    ])
    expect(held.begun).to.deep.equal(['a', 'b'])
    loader.resume()
    const again = loader.load('c', signal)
    await Promise.resolve()
    held.end('c')
    expect(await again).to.deep.equal({ image: 'image of c' })
  })
})

describe('problems of images', () => {
  it('are in words', () => {
    expect(imageProblem({ code: 'URL_UNREACHABLE' })).to.equal('The image is unreachable')
    expect(imageProblem({ code: 'OFFLINE' })).to.equal('The service does not respond')
  })
})
