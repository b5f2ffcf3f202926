import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { goldenPages } from '#test/golden/golden-page.ts'
import { fetched, metadataFor } from '../pages.ts'
import {
  all,
  basic,
  burstingPage,
  context,
  heavyPage,
  neverAborted,
  nothingAnswers,
  pools,
  titleOf,
} from './parsing.ts'

/** Whole pages that are sent through a pool. */
const PAGES = 5

const small = (title: string) => fetched(`<title>${title}</title>`)

describe('parser pool', function () {
  this.timeout(60_000)
  const { start, stop } = pools()
  afterEach(stop)

  type Pool = ReturnType<typeof start>
  const extract = (pool: Pool, page: ReturnType<typeof fetched>, { isUrgent = false, wanted = all } = {}) =>
    pool.extract(page, wanted, isUrgent, nothingAnswers, neverAborted)

  it('returns the result of the extraction, for whole pages', async () => {
    const pool = start({ threads: 2 })
    const pages = goldenPages().slice(0, PAGES)
    expect(pages).not.to.have.length(0)
    for (const { html } of pages) {
      const { json, milliseconds } = await extract(pool, fetched(Buffer.from(html)))
      expect(JSON.parse(json)).to.deep.equal(metadataFor(html))
      expect(milliseconds).to.be.above(0)
    }
  })

  it('resolves the look-ups of a page, and uses the answers', async () => {
    const html = '<link rel="canonical" href="/other"><meta property="og:image" content="/a.png">'
    const neededLookups: { canonical: string | null; colourImages: readonly string[] }[] = []
    const { json } = await start().extract(
      fetched(html),
      all,
      true,
      async (requested) => {
        neededLookups.push(requested)
        return { canonicalStatus: 404, dominantColor: '#336699' }
      },
      neverAborted,
    )
    const base = 'https://www.example.com'
    expect(neededLookups).to.have.length(1)
    expect(neededLookups[0]?.canonical).to.equal(`${base}/other`)
    expect(neededLookups[0]?.colourImages[0]).to.equal(`${base}/a.png`)
    expect(JSON.parse(json).dominant_color).to.equal('#336699')
    expect(JSON.parse(json).canonical).to.include({ status: 404, resolves: false })
  })

  it('makes no look-up when none is needed', async () => {
    const resolve = () => Promise.reject(new Error('no look-up is expected'))
    const done = await start().extract(small('x'), basic, true, resolve, neverAborted)
    expect(JSON.parse(done.json)).to.have.property('content')
  })

  it('returns the own result of each of 200 pages', async () => {
    const pool = start({ threads: 2 })
    const status = (title: string) => 200 + Number(title.slice(1))
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const resolve = async ({ canonical }: { canonical: string | null }) => {
          await sleep((index * 7) % 30)
          return { canonicalStatus: status(canonical?.split('/').at(-1) ?? ''), dominantColor: null }
        }
        return pool.extract(context(`p${index}`), all, index % 3 === 0, resolve, neverAborted)
      }),
    )
    const seen = answers.map(({ json }) => [JSON.parse(json).title, JSON.parse(json).canonical.status])
    expect(seen).to.deep.equal(answers.map((_, index) => [`p${index}`, 200 + index]))
  })

  it('copies a body that shares its memory with other buffers', async () => {
    const pool = start()
    const texts = Array.from({ length: 50 }, (_, index) => `<title>shared ${index}</title>`)
    const bodies = texts.map((text) => Buffer.from(text))
    const whole = Buffer.alloc(1000, '<title>inner</title>')
    expect(new Set(bodies.map(({ buffer }) => buffer)).size).to.be.below(50)
    const answers = await Promise.all(bodies.map((body) => extract(pool, fetched(body))))
    expect(answers.map(titleOf)).to.deep.equal(texts.map((_, index) => `shared ${index}`))
    expect(bodies.map(String)).to.deep.equal(texts)
    expect(titleOf(await extract(pool, fetched(whole.subarray(20, 40))))).to.equal('inner')
    expect(whole.toString()).to.equal('<title>inner</title>'.repeat(50))
  })

  it('rejects a body that was transferred already, and goes on', async () => {
    const pool = start()
    const page = fetched(new Uint8Array(Buffer.from('<title>once</title>')))
    expect(titleOf(await extract(pool, page))).to.equal('once')
    expect(await rejectionOf(extract(pool, page))).to.have.property('name', 'DataCloneError')
    expect(titleOf(await extract(pool, small('next')))).to.equal('next')
  })

  it('runs urgent pages before waiting ones, and else keeps the order', async () => {
    const pool = start()
    const ended: string[] = []
    const add = async (title: string, isUrgent: boolean) => {
      await extract(pool, small(title), { isUrgent, wanted: basic })
      ended.push(title)
    }
    const running = add('first', false)
    const waiting = [add('b1', false), add('b2', false), add('u1', true), add('b3', false), add('u2', true)]
    await Promise.all([running, ...waiting])
    expect(ended).to.deep.equal(['first', 'u1', 'u2', 'b1', 'b2', 'b3'])
  })

  it('ends a page that takes too long, and the next one works', async () => {
    const pool = start({ timeoutMs: 1000 })
    const [heavy, next] = await Promise.all([
      rejectionOf(extract(pool, heavyPage())),
      extract(pool, small('next')),
    ])
    expect(heavy).to.include({ name: 'BudgetExceeded', budget: 'timeout' })
    expect(titleOf(next)).to.equal('next')
  })

  it('ends a page that takes too much memory, and the next one works', async () => {
    const pool = start({ memoryMb: 24 })
    await extract(pool, small('warm'))
    const [bursting, next] = await Promise.all([
      rejectionOf(extract(pool, burstingPage()), 30_000),
      extract(pool, small('next')),
    ])
    expect(bursting).to.include({ name: 'BudgetExceeded', budget: 'memory' })
    expect(titleOf(next)).to.equal('next')
  })

  it('reports a crash for a thread that cannot start', async () => {
    const pool = start({ memoryMb: 4 })
    expect(await rejectionOf(extract(pool, small('x')))).to.include({ budget: 'crash' })
  })

  for (const [when, isWaiting] of [
    ['while its questions are out', false],
    ['while it waits to be finished', true],
  ] as const) {
    it(`rejects a page, so that it can be retried, when its thread ended ${when}`, async () => {
      const pool = start({ timeoutMs: 1000, memoryMb: 1024 }) // room for the heavy page besides the orphan
      const neededLookups = Promise.withResolvers<void>()
      const requested = Promise.withResolvers<void>()
      const resolve = async () => {
        requested.resolve()
        await neededLookups.promise
        return nothingAnswers()
      }
      const rejected = rejectionOf(pool.extract(context('orphan'), all, true, resolve, neverAborted))
      await requested.promise
      const heavy = rejectionOf(extract(pool, heavyPage()))
      if (isWaiting) neededLookups.resolve()
      await heavy
      neededLookups.resolve()
      // Neither a Failure nor an exceeded budget, so the stage retries.
      expect(await rejected).to.have.property('name', 'Error')
      expect(titleOf(await extract(pool, context('orphan')))).to.equal('orphan')
    })
  }

  it('releases pages whose look-ups are not answered', async () => {
    const pool = start({ memoryMb: 24 })
    const away = new Error('look-ups are away')
    const resolve = () => Promise.reject(away)
    for (let index = 0; index < 150; index++) {
      const page = context(`a-title-of-some-length-${index}`, 500_000)
      expect(await rejectionOf(pool.extract(page, all, true, resolve, neverAborted))).to.equal(away)
    }
    expect(titleOf(await extract(pool, small('next')))).to.equal('next')
  })

  it('limits the memory of pages with open look-ups, so that no other page runs out of it', async () => {
    const pool = start({ memoryMb: 16 }) // an eighth is 2 MiB: room for one of these pages besides another
    const requested: string[] = []
    const release = new Map<string, () => void>()
    const add = (title: string) =>
      pool.extract(
        context(title, 900_000),
        all,
        title === 'c',
        async () => {
          requested.push(title)
          await new Promise<void>((resolve) => release.set(title, resolve))
          return nothingAnswers()
        },
        neverAborted,
      )
    const first = [add('a'), add('b')]
    await eventually(() => requested.length === 2)
    const later = [add('c'), extract(pool, small('d'))]
    await sleep(200)
    expect(requested).to.deep.equal(['a', 'b'])
    release.get('a')?.()
    await eventually(() => requested.length === 3)
    for (const go of release.values()) go()
    const titles = (await Promise.all([...first, ...later])).map(titleOf)
    expect(titles).to.deep.equal(['a', 'b', 'c', 'd'])
  })

  it('does not start an aborted page', async () => {
    const pool = start()
    const controller = new AbortController()
    const expired = new Error('expired')
    const running = extract(pool, small('first'))
    const late = rejectionOf(pool.extract(heavyPage(), all, true, nothingAnswers, controller.signal))
    const next = extract(pool, small('next'))
    controller.abort(expired)
    expect(await late).to.equal(expired)
    expect((await Promise.all([running, next])).map(titleOf)).to.deep.equal(['first', 'next'])
    const after = pool.extract(small('x'), all, true, nothingAnswers, controller.signal)
    expect(await rejectionOf(after)).to.equal(expired)
  })

  it('rejects all tasks when it is stopped, and later ones', async () => {
    const pool = start()
    await extract(pool, small('warm'))
    const running = rejectionOf(extract(pool, heavyPage()))
    const waiting = rejectionOf(extract(pool, small('x')))
    await pool.stop()
    for (const one of [running, waiting, rejectionOf(extract(pool, small('y')))]) {
      expect(await one).to.have.property('message', 'the parser pool is stopped')
    }
  })

  it('does not leak memory over 2,000 pages', async () => {
    const pool = start({ threads: 2, memoryMb: 96 })
    const run = async (count: number) => {
      let left = count
      const work = async () => {
        while (left-- > 0) await extract(pool, context('flat', 100_000))
      }
      await Promise.all(Array.from({ length: 8 }, work))
      return process.memoryUsage().rss
    }
    const before = await run(300)
    expect((await run(2000)) - before).to.be.below(150_000_000)
  })
})
