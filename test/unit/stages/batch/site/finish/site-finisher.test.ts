import { once } from 'node:events'
import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import type { Batch } from '#stages/batch/frontier/frontier.ts'
import { type SiteFinisherOptions, startSiteFinisher } from '#stages/batch/site/finish/site-finisher.ts'
import { batchNamed } from '#test/contract/frontier/batch-scene.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { ownTurns } from '../../own-turns.ts'

interface Crawl {
  readonly batch: Batch
  isFinished: boolean
  isPublished: boolean
}
const crawl = (id: string, more: Partial<Batch> = {}): Crawl => ({
  batch: batchNamed(id, { state: 'finished', ...more }),
  isFinished: false,
  isPublished: false,
})

function fixture(crawls: readonly Crawl[], more: Partial<SiteFinisherOptions> = {}) {
  const events: string[] = []
  const of = (id: string) => crawls.find(({ batch }) => batch.id === id) as Crawl
  const options: SiteFinisherOptions = {
    sites: {
      unpublished: async () => crawls.filter(({ isPublished }) => !isPublished),
      addListed: async () => undefined,
      addProbes: async () => undefined,
      async finish(id, origins) {
        of(id).isFinished = true
        events.push(`finish ${id} ${origins.join()}`)
      },
      async setPublished(id) {
        of(id).isPublished = true
        events.push(`published ${id}`)
      },
    },
    lookups: {
      async *listSitemap() {
        const end = {
          status: 200,
          error: null,
          kind: 'urlset' as const,
          fault: null,
          bytes: 1,
          entries: 0,
          isCut: false,
        }
        yield { pages: [], sitemaps: [], end }
      },
      checkTarget: async () => ({ kind: 'allowed' }) as const,
      robots: async () => ({ state: 'absent', allowed: true, sitemaps: [] }) as never,
      probe: async () => [],
    },
    turns: ownTurns,
    logger: silentLog,
    maxProbes: 10,
    maxListed: 10,
    maxMs: 10_000,
    atATime: 2,
    intervalMs: 1,
    retryMs: 1,
    async targets(id) {
      events.push(`look ${id}`)
      return { origins: ['https://a.test'], urls: [] }
    },
    publish: async ({ id }) => void events.push(`publish ${id}`),
    ...more,
  }
  return { options, events }
}

/** Rejects once the signal is aborted. */
async function untilAborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort')
  throw signal.reason
}

describe('completing reports of crawls', () => {
  const clock = driveClockInEachTest()

  it('reads sitemaps and links, ends the check, publishes, and notes that', async () => {
    const { options, events } = fixture([crawl('a')])
    const stop = startSiteFinisher(options)
    await clock.until(() => events.includes('published a'))
    await stop()
    expect(events).to.deep.equal(['look a', 'look a', 'finish a https://a.test', 'publish a', 'published a'])
  })

  it('publishes again what a crash left unpublished, without another check', async () => {
    const { options, events } = fixture([{ ...crawl('a'), isFinished: true }])
    const stop = startSiteFinisher(options)
    await clock.until(() => events.includes('published a'))
    await stop()
    expect(events).to.deep.equal(['publish a', 'published a'])
  })

  it('makes no requests for a crawl that was cancelled', async () => {
    let requests = 0
    const asked = () => Promise.reject(new Error(`request ${++requests}`))
    const { options, events } = fixture([crawl('a', { state: 'cancelled' })], {
      lookups: {
        ...{ probe: asked, robots: asked, checkTarget: asked },
        async *listSitemap() {
          yield await asked()
        },
      },
    })
    const stop = startSiteFinisher(options)
    await clock.until(() => events.includes('published a'))
    await stop()
    expect([requests, events]).to.deep.equal([0, ['finish a ', 'publish a', 'published a']])
  })

  it('keeps what sitemaps list where the links cannot be checked in time', async () => {
    const { options, events } = fixture([crawl('a')], { maxMs: 1000 })
    const { targets } = options
    const stop = startSiteFinisher({
      ...options,
      async targets(id, limit, signal) {
        if (limit > 0) await untilAborted(signal)
        return targets(id, limit, signal)
      },
    })
    await clock.until(() => events.includes('published a'))
    await stop()
    expect(events.slice(-3)).to.deep.equal(['finish a https://a.test', 'publish a', 'published a'])
  })

  it('waits while its store or the log is away', async () => {
    const { options, events } = fixture([crawl('a')])
    const away = new Set(['unpublished', 'finish', 'publish', 'setPublished'])
    const failingOnce = async (name: string) => {
      if (away.delete(name)) throw unavailable(name)
    }
    const { sites, publish } = options
    const stop = startSiteFinisher({
      ...options,
      sites: {
        ...sites,
        unpublished: () => failingOnce('unpublished').then(sites.unpublished),
        finish: (id, origins) => failingOnce('finish').then(() => sites.finish(id, origins)),
        setPublished: (id) => failingOnce('setPublished').then(() => sites.setPublished(id)),
      },
      publish: (batch, signal) => failingOnce('publish').then(() => publish(batch, signal)),
    })
    await clock.until(() => events.includes('published a'))
    await stop()
    expect([away.size, events]).to.deep.equal([
      0,
      ['look a', 'look a', 'finish a https://a.test', 'publish a', 'published a'],
    ])
  })

  it('has some under way at a time, and none twice', async () => {
    const looked: string[] = []
    const held = Promise.withResolvers<void>()
    const { options } = fixture([crawl('a'), crawl('b'), crawl('c')], {
      async targets(id) {
        looked.push(id)
        await held.promise
        return null
      },
    })
    const stop = startSiteFinisher(options)
    await clock.pass(100)
    expect(looked).to.deep.equal(['a', 'b'])
    held.resolve()
    await clock.until(() => looked.includes('c'))
    await stop()
  })

  it('completes a report without what takes too long or breaks', async () => {
    for (const targets of [
      async () => Promise.reject(new Error('broken')),
      async (_: string, __: number, signal: AbortSignal) => {
        return untilAborted(signal)
      },
    ]) {
      const { options, events } = fixture([crawl('a')], { maxMs: 20, targets })
      const stop = startSiteFinisher(options)
      await clock.until(() => events.includes('published a'))
      await stop()
      expect(events[0]).to.equal('finish a ')
    }
  })

  it('tries to publish until that works', async () => {
    let tries = 0
    const { options, events } = fixture([crawl('a')], {
      async publish() {
        tries += 1
        if (tries < 2) throw new Error('the log is away')
      },
    })
    const stop = startSiteFinisher(options)
    await clock.until(() => events.includes('published a'))
    await stop()
    expect(tries).to.equal(2)
  })

  it('waits for what is under way when it stops, and fails nothing', async () => {
    let hasEnded = false
    const [begun, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { options } = fixture([crawl('a')], {
      async publish(_, signal) {
        begun.resolve()
        await untilAborted(signal).catch(() => undefined)
        await ending.promise
        hasEnded = true
        signal.throwIfAborted()
      },
    })
    const stop = startSiteFinisher(options)
    await begun.promise
    const stopped = stop().then(() => hasEnded)
    await clock.pass(60_000)
    ending.resolve()
    expect(await stopped).to.equal(true)
  })

  it('stops in the middle, and leaves the rest for the next process', async () => {
    const { options, events } = fixture([crawl('a')], {
      async targets(_, __, signal) {
        return untilAborted(signal)
      },
    })
    const stop = startSiteFinisher(options)
    await clock.pass(10)
    await stop()
    expect(events).to.deep.equal([])
  })

  it('leaves a crawl whose turn is lost, or that another process has, and goes on with others', async () => {
    const lost = new AbortController()
    let requests = 0
    const { options, events } = fixture([crawl('a'), crawl('b'), crawl('c')], {
      atATime: 1,
      turns: {
        async take(_, id) {
          if (id === 'b' || lost.signal.aborted) return id === 'c' ? ownTurns.take('site', id) : null
          return { lost: lost.signal, end: async () => undefined }
        },
      },
      async targets(id, _, signal) {
        requests += 1
        if (id === 'a') {
          await untilAborted(signal)
          requests += 1
        }
        return null
      },
    })
    const logged: unknown[] = []
    const stop = startSiteFinisher({
      ...options,
      logger: { ...silentLog, error: (...entry: unknown[]) => void logged.push(entry) },
    })
    await clock.until(() => requests === 1)
    lost.abort()
    await clock.until(() => events.includes('published c'))
    await stop()
    expect(events.filter((event) => / [ab]/.test(event))).to.deep.equal([])
    expect(logged).to.deep.equal([])
  })

  it('completes none again that another process has completed when its turn comes', async () => {
    const [a, b] = [crawl('a'), crawl('b')]
    const { options, events } = fixture([a, b], {
      turns: {
        async take(work, id) {
          if (id === 'a') a.isPublished = true
          return ownTurns.take(work, id)
        },
      },
    })
    const stop = startSiteFinisher(options)
    await clock.until(() => events.includes('published b'))
    await stop()
    expect(events.filter((event) => event.includes(' a'))).to.deep.equal([])
  })
})
