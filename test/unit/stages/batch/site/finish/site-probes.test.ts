import { expect } from 'chai'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { unavailable } from '#shared/errors.ts'
import type { ProbeAnswer } from '#shared/ports/lookups.ts'
import { probeLinks, type SiteProbePorts } from '#stages/batch/site/finish/site-probes.ts'
import type { LinkAnswer } from '#stages/batch/site/finish/site-store.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const answer = (url: string, more: Partial<ProbeAnswer> = {}): ProbeAnswer => ({
  ...{
    url,
    status: 200,
    location: null,
    contentType: null,
    error: null,
    headers: {},
    httpVersion: '1.1' as const,
  },
  ...more,
})
const robots = (allowed: boolean) => ({ state: 'found', allowed }) as never

function fixture(urls: readonly string[], more: Partial<SiteProbePorts['lookups']> = {}) {
  const asked: string[][] = []
  const stored: LinkAnswer[] = []
  const ports: SiteProbePorts = {
    maxProbes: 2000,
    targets: async (_, limit) => ({
      origins: [],
      urls: urls.filter((url) => !stored.some((one) => one.url === url)).slice(0, limit),
    }),
    lookups: {
      async probe(part) {
        asked.push([...part])
        return part.map((url) => answer(url))
      },
      robots: async () => robots(true),
      ...more,
    },
    sites: { addProbes: async (_, answers) => void stored.push(...answers) },
    signal: new AbortController().signal,
  }
  return { ports, asked, stored }
}
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `https://a.test/${at}`)

describe('requests of links', () => {
  it('ask for each once, twenty at a time, and store the answers', async () => {
    const { ports, asked, stored } = fixture(numbered(45))
    await probeLinks(ports, 'b')
    expect(asked.map(({ length }) => length)).to.deep.equal([20, 20, 5])
    expect(stored.map(({ url }) => url)).to.deep.equal(numbered(45))
  })

  it('end at their limit', async () => {
    const { ports, asked } = fixture(numbered(45))
    await probeLinks({ ...ports, maxProbes: 7 }, 'b')
    expect(asked.flat()).to.have.length(7)
  })

  it('go on to where redirects lead, within the same limit', async () => {
    for (const [maxProbes, count] of [
      [100, 5],
      [3, 3],
    ] as const) {
      const urls = ['https://a.test/0']
      const { ports, asked } = fixture(urls)
      // Each answer makes one more URL known.
      const probe: typeof ports.lookups.probe = async (part, options) => {
        if (urls.length < 5) urls.push(`https://a.test/${urls.length}`)
        return ports.lookups.probe(part, options)
      }
      await probeLinks({ ...ports, maxProbes, lookups: { ...ports.lookups, probe } }, 'b')
      expect(asked.flat()).to.deep.equal(numbered(count))
    }
  })

  it('ask once for what stays unknown, and go on to the others', async () => {
    const { ports, asked, stored } = fixture(numbered(3))
    const probe: typeof ports.lookups.probe = async (part, options) =>
      (await ports.lookups.probe(part, options)).map((one) =>
        one.url === numbered(1)[0] ? answer(one.url, { status: null, error: 'timeout' }) : one,
      )
    await probeLinks({ ...ports, lookups: { ...ports.lookups, probe } }, 'b')
    expect(asked.flat()).to.deep.equal(numbered(3))
    expect(stored.map(({ url }) => url)).to.deep.equal(numbered(3).slice(1))
  })

  it('store why there is no answer, and what redirects answer', async () => {
    const [gone, moved] = numbered(2)
    const { ports, stored } = fixture(numbered(2), {
      probe: async () => [
        answer(gone as string, { status: null, error: 'dns_failure' }),
        answer(moved as string, { status: 301, location: 'https://b.test/' }),
      ],
    })
    await probeLinks(ports, 'b')
    expect(stored.map(({ url, status, error, location }) => [url, status, error, location])).to.deep.equal([
      [gone, null, 'dns_failure', null],
      [moved, 301, null, 'https://b.test/'],
    ])
  })

  it('are none for a batch that is gone', async () => {
    const { ports, asked } = fixture(numbered(3))
    await probeLinks({ ...ports, targets: async () => null }, 'b')
    expect(asked).to.deep.equal([])
  })

  it('leave unknown what was refused or not answered in time, unless robots.txt forbids it', async () => {
    const [forbidden, refused, throttled, late] = numbered(4)
    const { ports, stored } = fixture(numbered(4), {
      probe: async (part) =>
        part.map((url) => answer(url, { status: null, error: url === late ? 'timeout' : 'refused' })),
      robots: async (url) => {
        if (url === throttled) throw new ThrottledError(0)
        return robots(url !== forbidden)
      },
    })
    await probeLinks(ports, 'b')
    expect(stored).to.deep.equal([
      { url: forbidden, status: null, location: null, error: 'ROBOTS_TXT_BLOCKED' },
    ])
    expect(refused).to.be.a('string')
  })

  it('wait while nobody answers them', async () => {
    let tries = 0
    const { ports, stored } = fixture(numbered(1), {
      async probe(part) {
        tries += 1
        if (tries < 3) throw unavailable('look-ups')
        return part.map((url) => answer(url))
      },
    })
    await probeLinks(ports, 'b')
    expect([tries, stored.length]).to.deep.equal([3, 1])
  })

  it('stop with the signal', async () => {
    const { ports } = fixture(numbered(1))
    const stopped = AbortSignal.abort(new Error('stopped'))
    expect(await rejectionOf(probeLinks({ ...ports, signal: stopped }, 'b'))).to.include({
      message: 'stopped',
    })
  })
})
