import { expect } from 'chai'
import { Failure, unavailable } from '#shared/errors.ts'
import type { CallOptions, Lookups } from '#shared/ports/lookups.ts'
import { resolveLookups } from '#stages/extract/metadata/resolve-lookups.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { probeAnswer } from '#test/support/audit/probe-answer.ts'

const canonical = 'https://www.example.com/c'
const images = ['1', '2', '3', '4'].map((name) => `https://www.example.com/${name}.png`)
const interactive = { lane: 'interactive', traceparent: null } as const
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

  it('gives each look-up at most 4 s, and the trace', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await resolveLookups(
      lookups(200),
      { canonical, colourImages: images.slice(0, 1) },
      { lane: 'batch', traceparent },
    )
    expect(requested).to.have.length(2)
    for (const { budget } of requested) {
      expect(budget).to.include({ traceparent, lane: 'batch' })
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
