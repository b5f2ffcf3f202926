import { expect } from 'chai'
import type { HostResponse } from '#shared/politeness/host-rate-limiter.ts'
import { makeHostRateLimiter } from '#shared/politeness/store-host-rate-limiter.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { fine } from '../stores-of-each-test.ts'

const policy = {
  BATCH_HOST_CONCURRENCY: 1,
  BATCH_HOST_DELAY_MS: 0,
  maxRestMs: 600_000,
  giveUpSeconds: 900,
}

const site = 'http://a.test'
const busy: HostResponse = { ...fine, status: 503 }

describe('responses that are recorded', () => {
  let embedded: Embedded
  beforeEach(async () => {
    embedded = await openEmbedded()
  })
  afterEach(() => embedded.close())

  /** How many of these requests got a permit, one after the other. */
  async function granted(...requests: readonly (readonly [path: string, response: HostResponse])[]) {
    const limiter = makeHostRateLimiter(embedded.store, policy)
    let count = 0
    for (const [path, response] of requests) {
      const acquired = await limiter.acquire(site + path)
      if (!('permit' in acquired)) break
      count += 1
      await acquired.permit.release(response)
    }
    const rests = limiter.restsUntil(site) !== null
    limiter.close()
    return { count, rests }
  }

  it('rest no host for one URL that refuses, however often it is requested', async () => {
    const requests = Array.from({ length: 20 }, (_, n) => [`/p${n}`, fine] as const)
    const menu = requests.flatMap((page) => [page, ['/x', busy] as const])
    expect(await granted(...menu)).to.deep.equal({ count: 40, rests: false })
  })

  it('rest a host for a second URL, a Retry-After, a robots.txt, and when nothing good is known of it', async () => {
    for (const [requests, count] of [
      [
        [
          ['/', fine],
          ['/x', busy],
          ['/y', busy],
          ['/z', fine],
        ],
        3,
      ],
      [
        [
          ['/', fine],
          ['/x', { ...busy, retryAfterMs: 60_000 }],
          ['/z', fine],
        ],
        2,
      ],
      [
        [
          ['/', fine],
          ['/robots.txt', busy],
          ['/z', fine],
        ],
        2,
      ],
      [
        [
          ['/x', busy],
          ['/z', fine],
        ],
        1,
      ],
    ] as const) {
      expect(await granted(...requests)).to.deep.equal({ count, rests: true })
      await embedded.close()
      embedded = await openEmbedded()
    }
  })
})
