import { expect } from 'chai'
import { Failure, unavailable } from '#shared/errors.ts'
import type { CallOptions, Lookups } from '#shared/ports/lookups.ts'
import { completedJson, resolveLookups } from '#stages/extract/metadata/resolve-lookups.ts'
import { readPage } from '#stages/extract/parser.worker.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { goldenPages } from '#test/golden/golden-page.ts'
import { probeAnswer } from '#test/support/audit/probe-answer.ts'
import { fetched, metadataFor } from '../pages.ts'

const canonical = 'https://www.example.com/c'
const images = ['1', '2', '3', '4'].map((name) => `https://www.example.com/${name}.png`)
const interactive = { id: 'i', lane: 'interactive', traceparent: null } as const
const description = { width: null, height: null, format: null }

describe('resolveLookups', () => {
  let requested: { url: string; budget: CallOptions }[]
  beforeEach(() => {
    requested = []
  })

  /** Look-ups with a status and the colours of some images. */
  function lookups(
    status: number | null,
    colours: Readonly<Record<string, string>> = {},
    fault: 'timeout' | 'refused' = 'timeout',
  ): Lookups {
    const known: Partial<Lookups> = {
      async probe(urls, budget) {
        for (const url of urls) requested.push({ url, budget })
        const error = status === null ? fault : null
        return urls.map((url) => probeAnswer(url, { status, error }))
      },
      async describeImage(url, budget) {
        requested.push({ url, budget })
        return { url, ...description, dominantColor: colours[url] ?? null }
      },
    }
    return known as Lookups
  }
  const urls = () => requested.map(({ url }) => url)

  it('makes no look-up where none is needed', async () => {
    expect(
      await resolveLookups(lookups(200), { canonical: null, colourImages: [] }, interactive),
    ).to.deep.equal({
      canonicalStatus: null,
      dominantColor: null,
    })
    expect(requested).to.deep.equal([])
  })

  it('returns the status of the canonical URL and the colour of the first image with one', async () => {
    const colours = { [images[1] as string]: '#336699', [images[2] as string]: '#000000' }
    expect(
      await resolveLookups(lookups(301, colours), { canonical, colourImages: images }, interactive),
    ).to.deep.equal({
      canonicalStatus: 301,
      dominantColor: '#336699',
    })
    expect(urls()).to.have.members([canonical, ...images.slice(0, 2)])
  })

  it('leaves a target that does not answer unknown', async () => {
    expect(
      await resolveLookups(lookups(null), { canonical, colourImages: images }, interactive),
    ).to.deep.equal({
      canonicalStatus: null,
      dominantColor: null,
    })
  })

  it('distinguishes a refused canonical URL from a silent one', async () => {
    const { canonicalStatus } = await resolveLookups(
      lookups(null, {}, 'refused'),
      { canonical, colourImages: [] },
      interactive,
    )
    expect(canonicalStatus).to.equal('refused')
  })

  it('tries at most three images, the best first', async () => {
    await resolveLookups(lookups(200), { canonical: null, colourImages: images }, interactive)
    expect(urls()).to.deep.equal(images.slice(0, 3))
  })

  it('gives each look-up at most 4 s, the trace and the batch', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await resolveLookups(
      lookups(200),
      { canonical, colourImages: images.slice(0, 1) },
      { id: '0b6c1c1e-6f0e-4a52-9d3c-0d7f7f2a8f11.7', lane: 'batch', traceparent },
    )
    expect(requested).to.have.length(2)
    for (const { budget } of requested) {
      expect(budget).to.include({ traceparent, lane: 'batch', batch: '0b6c1c1e-6f0e-4a52-9d3c-0d7f7f2a8f11' })
      expect(budget.timeoutMs).to.be.within(3000, 4000)
    }
  })

  for (const method of ['probe', 'describeImage'] as const) {
    it(`rejects when no fetch stage serves look-ups (${method})`, async () => {
      const away = { ...lookups(200), [method]: () => Promise.reject(unavailable('look-ups')) }
      const rejection = await rejectionOf(
        resolveLookups(away, { canonical, colourImages: images }, interactive),
      )
      expect(rejection).to.be.instanceOf(Failure).and.include({ code: 'SERVICE_UNAVAILABLE' })
    })
  }
})

describe('completedJson', () => {
  const options = { groups: ['all'], maxImages: 25, maxLinks: 100 } as const
  const read = (html: string | Uint8Array, own: Partial<typeof options> | { groups: ['http'] } = {}) =>
    readPage({ page: fetched(html), options: { ...options, ...own }, audit: null, isOfSite: false })

  const outcomes = [
    [200, { status: 200, resolves: true }, true],
    [404, { status: 404, resolves: false }, false],
    [null, { status: null, resolves: false }, false],
    // The status of a URL that the egress rules refuse is unknown, which is no fault of the page.
    ['refused', { status: null, resolves: false }, true],
  ] as const
  for (const [canonicalStatus, canonical, isValid] of outcomes) {
    it(`gives the canonical URL its status: ${canonicalStatus}`, () => {
      const page = read('<link rel="canonical" href="/other">')
      const result = JSON.parse(completedJson(page, { canonicalStatus, dominantColor: '#336699' }))
      expect(result.canonical).to.include(canonical)
      expect(result.indexability.canonical_valid).to.equal(isValid)
      expect(result.dominant_color).to.equal('#336699')
    })
  }

  it('keeps the own status of a page that is its own canonical', () => {
    const page = read('<link rel="canonical" href="/a/page">')
    const result = JSON.parse(completedJson(page, { canonicalStatus: null, dominantColor: null }))
    expect(result.canonical).to.include({ status: 200, resolves: true })
    expect(result.indexability.canonical_valid).to.equal(true)
  })

  it('adds no key that is not requested', () => {
    const page = read('<link rel="canonical" href="/other">', { groups: ['http'] })
    const result = JSON.parse(completedJson(page, { canonicalStatus: 404, dominantColor: '#336699' }))
    expect(result).to.have.all.keys('url', 'final_url', 'fetched_at', 'extraction', 'http')
  })

  it('writes each golden page as the result is written whole', () => {
    for (const { html, name } of goldenPages())
      for (const canonicalStatus of [200, 404, 'refused', null] as const) {
        const answers = { canonicalStatus, dominantColor: '#336699' }
        const expected = JSON.stringify(metadataFor(html, { answers }))
        expect(completedJson(read(html), answers), name).to.equal(expected)
      }
  })
})
