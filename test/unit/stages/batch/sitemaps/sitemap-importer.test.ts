import { expect } from 'chai'
import { Failure, unavailable } from '#shared/errors.ts'
import type { Batch } from '#stages/batch/frontier/frontier.ts'
import {
  type SitemapImporter,
  type SitemapImporterOptions,
  startSitemapImporter,
} from '#stages/batch/sitemaps/sitemap-importer.ts'
import { eventually } from '#test/contract/eventually.ts'
import { crawl } from '../crawl/crawl-fixture.ts'
import { ownTurns } from '../own-turns.ts'
import { openStoreFixture } from '../store-fixture.ts'
import { batchOf, scene, site } from './sitemap-scene.ts'

describe('startSitemapImporter', () => {
  const readers: SitemapImporter[] = []
  afterEach(async () => {
    await Promise.all(readers.splice(0).map((reader) => reader.stop()))
  })

  function start(ports: SitemapImporterOptions): SitemapImporter {
    const reader = startSitemapImporter(ports)
    readers.push(reader)
    return reader
  }

  /** Starts a batch, as the service does. */
  function submit(reader: SitemapImporter, { open }: { readonly open: Batch[] }, batch: Batch): void {
    open.push(batch)
    reader.read(batch)
  }

  /** The result for a batch whose sitemaps are read to the end. */
  async function read(files: Parameters<typeof scene>[0], batch: Batch) {
    const { told: recorded, ports } = scene(files)
    const reader = start(ports)
    submit(reader, recorded, batch)
    await eventually(() => recorded.exhausted.length === 1)
    const [{ rejected } = { rejected: [] }] = recorded.exhausted
    return { told: recorded, urls: recorded.added.map(({ parameters }) => parameters.url), rejected }
  }

  it('adds every entry to the batch', async () => {
    const pages = [`${site}/a`, 'https://other.example/b?c=1']
    const {
      told: recorded,
      urls,
      rejected,
    } = await read({ '/s.xml': [{ pages }] }, batchOf(['/s.xml'], { parameters: { fields: 'og' } }))
    expect(urls).to.deep.equal(pages)
    expect(recorded.added[0]).to.deep.include({ role: 'page', depth: null, from: null, scope: null })
    expect(recorded.added[0]?.parameters).to.include({ fields: 'og', device: 'desktop', max_links: 100 })
    expect(rejected).to.deep.equal([])
    expect([...recorded.lanes]).to.deep.equal(['batch'])
  })

  it('adds entries within the daily quota of the key; known entries cost nothing', async () => {
    const pages = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => `${site}/${from + at}`)
    const { told: recorded, ports } = scene({
      '/a.xml': [{ pages: pages(0, 6) }],
      '/b.xml': [{ pages: pages(6, 4) }],
      '/c.xml': [{ pages: pages(10, 5) }],
      '/d.xml': [{ pages: pages(15, 2) }],
    })
    recorded.known.add(`${site}/0`).add(`${site}/1`)
    const reader = start(ports)
    const files = ['/a.xml', '/b.xml', '/c.xml', '/d.xml']
    submit(reader, recorded, batchOf(files, { quota: { key: 'k1', limit: 10 } }))
    await eventually(() => recorded.exhausted.length === 1)
    const urls = recorded.added.map(({ parameters }) => parameters.url)
    expect(urls).to.deep.equal([...pages(2, 4), ...pages(6, 4), ...pages(15, 2)])
    expect([...recorded.counts.values()]).to.deep.equal([10])
    const day = new Date().toISOString().slice(0, 10)
    expect([...recorded.counts.keys()]).to.deep.equal([`quota:k1:batch:${day}`])
    expect(recorded.exhausted[0]?.rejected.map(({ reason }) => reason)).to.deep.equal([
      `entry 5 of ${site}/c.xml: and those read with it: the key's daily limit for batch items is spent`,
    ])
  })

  it('makes entries the start pages of a crawl', async () => {
    const { told: recorded } = await read(
      { '/s.xml': [{ pages: [`${site}/a`] }] },
      { ...crawl({}, 'snapshot'), sitemaps: [`${site}/s.xml`] },
    )
    expect(recorded.added.map(({ role, depth }) => [role, depth])).to.deep.equal([
      ['page', 0],
      ['discovery', 0],
    ])
  })

  it('reads the sitemaps of indexes, each once, and not deeper than three levels', async () => {
    const {
      told: recorded,
      urls,
      rejected,
    } = await read(
      {
        '/index.xml': [{ sitemaps: [`${site}/1.xml`, `${site}/index.xml`, `${site}/1.xml#x`] }],
        '/1.xml': [{ sitemaps: [`${site}/2.xml`], pages: [`${site}/a`] }],
        '/2.xml': [{ sitemaps: [`${site}/3.xml`], pages: [`${site}/b`] }],
      },
      batchOf(['/index.xml']),
    )
    expect(recorded.requested).to.deep.equal(['/index.xml', '/1.xml', '/2.xml'])
    expect(urls).to.deep.equal([`${site}/a`, `${site}/b`])
    expect(rejected).to.deep.equal([
      { line: 0, reason: `entry 1 of ${site}/2.xml: the sitemap has more than 2 indexes above it` },
    ])
  })

  it('rejects wrong entries by their number and adds the others', async () => {
    const pages = ['/relative', `${site}/a`, 'ftp://www.example.com/', `https://u:p@www.example.com/`]
    const { urls, rejected } = await read({ '/s.xml': [{ pages }] }, batchOf(['/s.xml']))
    expect(urls).to.deep.equal([`${site}/a`])
    expect(rejected).to.deep.equal(
      [1, 3, 4].map((entry) => ({
        line: 0,
        reason: `entry ${entry} of ${site}/s.xml: url must be a valid http or https URL`,
      })),
    )
  })

  for (const [what, answer] of [
    ['answers nothing', { end: { status: null, error: 'connection_failed' } }],
    ['is busy', { end: { status: 503, kind: 'other' } }],
    ['asks for patience', { end: { status: 429, kind: 'other' } }],
    ['breaks the look-up', new Failure('INTERNAL_ERROR', 'x')],
  ] as const) {
    it(`retries a sitemap whose host ${what}`, async () => {
      const files = { '/s.xml': [answer, answer, { pages: [`${site}/a`] }] }
      const { urls, rejected } = await read(files, batchOf(['/s.xml']))
      expect(urls).to.deep.equal([`${site}/a`])
      expect(rejected).to.deep.equal([])
    })

    it(`continues with the next sitemap when the host of one ${what} for good`, async () => {
      const files = { '/s.xml': [answer], '/t.xml': [{ pages: [`${site}/a`] }] }
      const { told: recorded, urls, rejected } = await read(files, batchOf(['/s.xml', '/t.xml']))
      expect(recorded.requested).to.deep.equal(['/s.xml', '/s.xml', '/s.xml', '/t.xml'])
      expect(urls).to.deep.equal([`${site}/a`])
      expect(rejected).to.have.length(1)
      expect(rejected[0]?.reason).to.contain(`${site}/s.xml`)
    })
  }

  it('counts the wrong entries of a file once, however often it was read', async () => {
    const half = { pages: ['wrong', `${site}/a`], end: { status: 200, error: 'timeout' } } as const
    const { rejected } = await read(
      { '/s.xml': [{ ...half, pages: [...half.pages] }, { pages: ['wrong'] }] },
      batchOf(['/s.xml']),
    )
    expect(rejected).to.have.length(1)
  })

  it('waits while there is no fetch stage, or the disk is full, as long as it takes', async () => {
    const away = unavailable('look-ups')
    const { told: recorded, ports } = scene({
      '/s.xml': [away, away, away, away, away, { pages: [`${site}/a`] }],
    })
    recorded.fullFor = 4
    const reader = start(ports)
    submit(reader, recorded, batchOf(['/s.xml']))
    await eventually(() => recorded.exhausted.length === 1)
    expect(recorded.exhausted).to.deep.equal([{ id: 'b1', rejected: [] }])
    expect(recorded.added).to.have.length(1)
    expect(recorded.requested.length).to.be.at.least(10)
  })

  for (const state of ['cancelled', 'finished'] as const) {
    it(`reads no more of a batch that is ${state}`, async () => {
      const { told: recorded, ports } = scene({})
      recorded.state = state
      const reader = start(ports)
      submit(reader, recorded, batchOf(['/s.xml']))
      await eventually(() => recorded.exhausted.length === 1)
      expect(recorded.requested).to.deep.equal([])
    })
  }

  it('stops when a crawl has its pages', async () => {
    const files = { '/s.xml': [{ pages: [`${site}/a`, `${site}/b`] }], '/t.xml': [{ pages: [`${site}/c`] }] }
    const { told: recorded } = await read(files, {
      ...crawl({ maxPages: 2 }),
      sitemaps: [`${site}/s.xml`, `${site}/t.xml`],
    })
    expect(recorded.requested).to.deep.equal(['/s.xml'])
  })

  it('stops when the time of a crawl is over', async () => {
    const late = {
      ...crawl({ maxMinutes: 10 }),
      createdAt: Date.now() - 600_000,
      sitemaps: [`${site}/s.xml`],
    }
    expect((await read({}, late)).told.requested).to.deep.equal([])
    const early = { ...late, createdAt: Date.now() - 500_000 }
    expect((await read({}, early)).told.requested).to.deep.equal(['/s.xml'])
  })

  it('starts with the sitemaps that the last process left unfinished', async () => {
    const { told: recorded, ports } = scene({ '/s.xml': [{ pages: [`${site}/a`] }] }, [
      batchOf(['/s.xml'], { id: 'old' }),
    ])
    start(ports)
    await eventually(() => recorded.exhausted.length === 1)
    expect(recorded.exhausted).to.deep.equal([{ id: 'old', rejected: [] }])
  })

  it('finds batches that come later, also after failures', async () => {
    const { told: recorded, ports } = scene({ '/s.xml': [{ pages: [`${site}/a`] }] })
    const failures = [unavailable('batches'), new Error('of another kind')]
    const { openBatches } = ports.frontier
    ports.frontier.openBatches = async () => {
      const failure = failures.shift()
      if (failure !== undefined) throw failure
      return openBatches()
    }
    start(ports)
    recorded.open.push(batchOf(['/s.xml'], { id: 'late' }))
    await eventually(() => recorded.exhausted.length === 1)
    expect(recorded.errors).to.have.length(1)
  })

  it('leaves a batch to another process that reads it, and goes on when that is gone', async () => {
    const { told: recorded, ports } = scene({ '/s.xml': [{ pages: [`${site}/a`] }] })
    let [isHeld, looks] = [true, 0]
    start({
      ...ports,
      turns: {
        async take(...asked) {
          looks += 1
          return isHeld ? null : ownTurns.take(...asked)
        },
      },
    })
    recorded.open.push(batchOf(['/s.xml']))
    await eventually(() => looks > 2)
    expect(recorded.requested).to.deep.equal([])
    isHeld = false
    await eventually(() => recorded.exhausted.length === 1)
    expect(recorded.requested).to.deep.equal(['/s.xml'])
  })

  it('reads none again that another process has read when its turn comes', async () => {
    const { told: recorded, ports } = scene({ '/s.xml': [{ pages: [`${site}/a`] }] })
    const batch = batchOf(['/s.xml'])
    let looks = 0
    ports.frontier.openBatches = async () => {
      looks += 1
      return looks === 1 ? [batch] : []
    }
    start(ports)
    await eventually(() => looks > 3)
    expect([recorded.requested, recorded.exhausted]).to.deep.equal([[], []])
  })

  it('stops where another process has taken the turn', async () => {
    const { told: recorded, ports } = scene({ '/slow.xml': ['silence'] })
    const lost = new AbortController()
    let hasEnded = false
    const turn = {
      lost: lost.signal,
      async end() {
        hasEnded = true
      },
    }
    const reader = start({ ...ports, turns: { take: async () => (hasEnded ? null : turn) } })
    submit(reader, recorded, batchOf(['/slow.xml']))
    await eventually(() => recorded.requested.length === 1)
    lost.abort()
    await eventually(() => hasEnded)
    expect([recorded.exhausted, recorded.errors]).to.deep.equal([[], []])
  })

  it('reads a few batches at a time, and the others afterwards', async () => {
    const { told: recorded, ports } = scene({
      '/slow.xml': ['silence'],
      '/s.xml': [{ pages: [`${site}/a`] }],
    })
    const reader = start(ports)
    for (const id of ['1', '2', '3']) submit(reader, recorded, batchOf(['/slow.xml'], { id }))
    for (const id of ['4', '5', '6']) submit(reader, recorded, batchOf(['/s.xml'], { id }))
    await eventually(() => recorded.exhausted.length === 3)
    expect(recorded.exhausted.map(({ id }) => id)).to.have.members(['4', '5', '6'])
    expect(recorded.requested.filter((path) => path === '/slow.xml')).to.have.length(3)
  })

  it('stops at once, and leaves unread sitemaps open', async () => {
    const { told: recorded, ports } = scene({
      '/slow.xml': ['silence'],
      '/down.xml': [unavailable('look-ups')],
    })
    const reader = start({ ...ports, retryMs: 60_000 })
    submit(reader, recorded, batchOf(['/slow.xml'], { id: '1' }))
    submit(reader, recorded, batchOf(['/down.xml'], { id: '2' }))
    await eventually(() => recorded.requested.length === 2)
    await reader.stop()
    expect(recorded.exhausted).to.deep.equal([])
    expect(recorded.errors).to.deep.equal([])
  })

  it('closes the sources of a batch whose sitemaps break the reader, once the disk has space', async () => {
    const { told: recorded, ports } = scene({ '/s.xml': [new Error('a bug')] })
    const { closeSources } = ports.frontier
    let isFull = true
    ports.frontier.closeSources = async (id, rejected) => {
      if (isFull) {
        isFull = false
        throw unavailable('disk')
      }
      await closeSources(id, rejected)
    }
    const reader = start(ports)
    submit(reader, recorded, batchOf(['/s.xml']))
    await eventually(() => recorded.exhausted.length === 1)
    const [{ rejected } = { rejected: [] }] = recorded.exhausted
    expect(rejected).to.deep.equal([{ line: 0, reason: 'the sitemaps could not be read to their end' }])
    expect(recorded.errors).to.have.length(1)
  })

  it('counts all wrong entries, and reports the first hundred', async () => {
    const fixture = await openStoreFixture()
    const pages = Array.from({ length: 12_000 }, () => 'wrong')
    const { ports } = scene({ '/s.xml': [{ pages }], '/t.xml': [{ pages: ['wrong', `${site}/a`] }] })
    const batch = batchOf(['/s.xml', '/t.xml'])
    await fixture.frontier.create(batch)
    await fixture.frontier.start(batch.id, true)
    start({ ...ports, frontier: fixture.frontier })
    await eventually(async () => (await fixture.frontier.status(batch.id))?.counts.accepted === 1)
    await eventually(async () => (await fixture.frontier.openBatches()).length === 0)
    const { counts, rejected } = (await fixture.frontier.status(batch.id)) ?? {}
    await fixture.end()
    expect(counts).to.include({ accepted: 1, rejected: 12_001 })
    expect(rejected).to.have.length(100)
    expect(rejected?.at(-1)?.reason).to.contain('entry 100 of')
  })

  it('gives up a batch that breaks the reader only once: not again while its sources are closed', async () => {
    const { told: recorded, ports } = scene({ '/s.xml': [new Error('a bug')] })
    const closing = Promise.withResolvers<void>()
    ports.frontier.closeSources = async (id, rejected) => {
      recorded.exhausted.push({ id, rejected })
      await closing.promise
    }
    const reader = start(ports)
    submit(reader, recorded, batchOf(['/s.xml']))
    await eventually(() => recorded.exhausted.length === 1)
    reader.read(batchOf(['/s.xml']))
    await new Promise(setImmediate)
    expect(recorded.requested).to.deep.equal(['/s.xml'])
    closing.resolve()
  })

  it('reports nothing more of such a batch when it stops', async () => {
    const { told: recorded, ports } = scene({ '/s.xml': [new Error('a bug')] })
    let tries = 0
    ports.frontier.closeSources = async () => {
      tries += 1
      throw unavailable('disk')
    }
    const reader = start(ports)
    submit(reader, recorded, batchOf(['/s.xml']))
    await eventually(() => tries > 0)
    await reader.stop()
    expect(recorded.errors).to.have.length(1)
  })
})
