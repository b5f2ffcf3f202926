import { expect } from 'chai'
import { type PageTask, type ParserPool, readPage } from '#stages/extract/parser.worker.ts'
import { auditOptions } from './audit/audit-options.ts'
import { fetched } from './pages.ts'
import { neverAborted, startParsers } from './parsers.ts'

const html = '<title>A</title><link rel="canonical" href="/other"><meta property="og:image" content="/a.png">'
const task = (page: string | Uint8Array, own: Partial<PageTask> = {}): PageTask => ({
  page: fetched(page),
  options: { groups: ['all'], maxImages: 25, maxLinks: 100 },
  audit: null,
  isOfSite: false,
  ...own,
})

describe('readPage', () => {
  it('names the look-ups that the result needs', () => {
    const { neededLookups, audit, blocked } = readPage(task(html))
    expect(neededLookups.canonical).to.equal('https://www.example.com/other')
    expect(neededLookups.colourImages[0]).to.equal('https://www.example.com/a.png')
    expect([audit, blocked]).to.deep.equal([null, null])
  })

  it('names none where the groups need none', () => {
    const options = { groups: ['counters'], maxImages: 25, maxLinks: 100 } as const
    const { values, neededLookups } = readPage(task(html, { options }))
    expect(neededLookups).to.deep.equal({ canonical: null, colourImages: [] })
    expect(values).to.include.keys('url', 'content').and.not.include.keys('canonical', 'title')
  })

  it('adds structured data and the look-ups of an audit, and no colours', () => {
    const block =
      '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Hat"}</script>'
    const { neededLookups, audit } = readPage(task(html + block, { audit: auditOptions.limits }))
    expect(neededLookups).to.deep.equal({ canonical: 'https://www.example.com/other', colourImages: [] })
    expect(audit?.neededLookups.shareImages).to.deep.equal(['https://www.example.com/a.png'])
    expect(JSON.parse(audit?.structured ?? '').items).to.have.length(1)
  })

  it('reports a bot challenge for any groups', () => {
    const options = { groups: ['counters'], maxImages: 25, maxLinks: 100 } as const
    expect(readPage(task('<title>Just a moment...</title>', { options })).blocked).to.equal('challenge')
  })
})

describe('parser thread', () => {
  let pool: ParserPool
  afterEach(() => pool.stop())
  const read = (input: PageTask) =>
    pool.run('page', input, { tenant: null, isUrgent: false, signal: neverAborted, moved: input.page.body })

  it('reads pages as this thread does', async () => {
    pool = startParsers()
    const { milliseconds, ...page } = await read(task(html))
    const { milliseconds: _, ...expected } = readPage(task(html))
    expect(page).to.deep.equal(expected)
    expect(milliseconds).to.be.above(0)
  })

  it('reads the targets of links', async () => {
    pool = startParsers()
    const url = 'https://www.example.com/b'
    const body = Buffer.from('<link rel="canonical" href="/c">')
    const file = {
      ...{ url, finalUrl: url, status: 200, error: null, redirects: [], contentType: 'text/html' },
      ...{ robotsHeaders: [], linkHeaders: [], body, isCut: false },
    }
    const target = await pool.run('target', file, {
      tenant: null,
      isUrgent: true,
      signal: neverAborted,
      moved: body,
    })
    expect(target).to.deep.equal({ canonical: 'https://www.example.com/c', robotsMetas: [], alternates: [] })
  })
})
