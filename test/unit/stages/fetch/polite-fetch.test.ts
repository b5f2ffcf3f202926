import { expect } from 'chai'
import { RetryAfterError } from '#shared/async/retry-after-error.ts'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { Failure, unavailable } from '#shared/errors.ts'
import type { HttpResult, PageRequest } from '#stages/fetch/http/page-request.ts'
import { makePoliteFetcher } from '#stages/fetch/polite-fetch.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const url = 'http://a.example/x'
const never = new AbortController().signal

/** The result of acquiring a permit and, if there is one, of the request. */
type Outcome = { readonly turn: 'none' | 'away' } | { readonly answer: 'lost' | 'page' }

describe('makePoliteFetcher', () => {
  let requested: number
  const page = { status: 200, headers: {} } as unknown as HttpResult

  function fetching(outcomes: Outcome[]) {
    requested = 0
    const permits = {
      async acquire() {
        const outcome = outcomes[0]
        if (outcome === undefined || 'answer' in outcome) return { release: async () => {} }
        outcomes.shift()
        throw outcome.turn === 'away' ? unavailable('result store') : new ThrottledError(5)
      },
    }
    const client = {
      async fetchPage(request: PageRequest): Promise<HttpResult> {
        await request.permits?.acquire(url, never)
        requested += 1
        const outcome = outcomes.shift()
        if (outcome !== undefined && 'answer' in outcome && outcome.answer === 'lost')
          throw unavailable('memory')
        return page
      },
    }
    const fetch = makePoliteFetcher(client, {
      ...{ permits, isResting: () => true, maxAttempts: 3, retryMs: 20, maxRetryMs: 5000 },
    })
    return () => fetch('one', { url, userAgent: 'x' })
  }

  it('makes three attempts for a page without memory for its response, with rests, then fails', async () => {
    const fetch = fetching(Array.from({ length: 10 }, () => ({ answer: 'lost' })))
    for (let times = 0; times < 2; times++) {
      const later = await rejectionOf(fetch())
      expect(later).to.be.instanceOf(RetryAfterError).and.include({ retryAfterMs: 20 })
    }
    const failure = await rejectionOf(fetch())
    expect(failure).to.be.instanceOf(Failure).and.include({ code: 'INTERNAL_ERROR' })
    expect(requested).to.equal(3)
  })

  it('returns the page once there is memory for it', async () => {
    const fetch = fetching([{ answer: 'lost' }, { answer: 'lost' }, { answer: 'page' }])
    for (let times = 0; times < 2; times++) await rejectionOf(fetch())
    expect(await fetch()).to.equal(page)
  })

  for (const [what, headers, isResting, waits] of [
    ['soon where the host does not rest', {}, false, [500, 1000]],
    ['later where it does', {}, true, [30_000, 30_000]],
    ['as late as a Retry-After says, then twice', { 'retry-after': ['4'] }, true, [4000, 8000]],
    ['never later than the longest wait', { 'retry-after': ['900'] }, false, [60_000, 60_000]],
  ] as const) {
    it(`makes three attempts for a page that refuses, ${what}`, async () => {
      const refused = { ...page, status: 503, headers } as unknown as HttpResult
      const permits = { acquire: async () => ({ release: async () => {} }) }
      const options = {
        permits,
        isResting: () => isResting,
        maxAttempts: 3,
        retryMs: 30_000,
        maxRetryMs: 60_000,
      }
      const fetch = makePoliteFetcher({ fetchPage: async () => refused }, options)
      const request = { url, userAgent: 'x' }
      for (const retryAfterMs of waits)
        expect(await rejectionOf(fetch('one', request))).to.include({ retryAfterMs })
      expect(await fetch('one', request)).to.equal(refused)
    })
  }

  it('counts no attempt while the store is unavailable or no permit is available: nothing was sent', async () => {
    const waits = Array.from({ length: 20 }, (_, at) => ({ turn: at % 2 === 0 ? 'none' : 'away' }) as const)
    const fetch = fetching([{ answer: 'lost' }, ...waits, { answer: 'page' }])
    expect(await rejectionOf(fetch())).to.be.instanceOf(RetryAfterError)
    for (const { turn } of waits) {
      const refusal = await rejectionOf(fetch())
      if (turn === 'none') expect(refusal).to.be.instanceOf(ThrottledError)
      else expect(refusal).to.include({ code: 'SERVICE_UNAVAILABLE' })
    }
    expect(await fetch()).to.equal(page)
    expect(requested).to.equal(2)
  })
})
