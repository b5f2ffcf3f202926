import { expect } from 'chai'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { Failure } from '#shared/errors.ts'
import type { AcquireResult, HostResponse } from '#shared/politeness/host-rate-limiter.ts'
import {
  blockingPermits,
  holdLastPermit,
  makeBatchPermits,
  PermitDenied,
  permitsOf,
  trackPermits,
} from '#stages/fetch/http/host-permits.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { recordingPermits } from '../../recording-permits.ts'

const url = 'https://shop.example/a'
const never = new AbortController().signal
const visit: HostResponse = {
  responseMs: 10,
  status: 200,
  retryAfterMs: null,
  crawlDelayMs: null,
  isFailed: false,
}

describe('makeBatchPermits', () => {
  it('reports the crawl delay as it is known at the end of the request', async () => {
    const ended: HostResponse[] = []
    let delayMs: number | null = null
    const permit = { release: async (one: HostResponse) => void ended.push(one) }
    const pace = makeBatchPermits({ acquire: async () => ({ permit }) }, () => delayMs)
    const taken = await pace.acquire(url, never)
    delayMs = 5000
    await taken.release(visit)
    expect(ended).to.deep.equal([{ ...visit, crawlDelayMs: 5000 }])
  })

  it('throws ThrottledError and does not wait', async () => {
    const pace = makeBatchPermits({ acquire: async () => ({ retryAfterMs: 700 }) }, () => null)
    expect(await rejectionOf(pace.acquire(url, never)))
      .to.be.instanceOf(ThrottledError)
      .and.include({ retryAfterMs: 700, hostGroup: 'shop.example' })
  })

  it('rejects while the circuit of the host is open', async () => {
    const circuitOpen = new Failure('URL_UNREACHABLE', 'gone', { details: { url, reason: 'host_given_up' } })
    const pace = makeBatchPermits({ acquire: async () => ({ circuitOpen }) }, () => null)
    expect(await rejectionOf(pace.acquire(url, never)))
      .to.be.instanceOf(PermitDenied)
      .and.deep.include({ code: 'URL_UNREACHABLE', message: 'gone', details: circuitOpen.details })
  })

  it('waits for a permit with blockingPermits', async () => {
    const answers: AcquireResult[] = [
      { retryAfterMs: 10 },
      { retryAfterMs: 10 },
      { permit: { release: async () => {} } },
    ]
    const pace = blockingPermits(
      makeBatchPermits({ acquire: async () => answers.shift() as AcquireResult }, () => null),
    )
    await pace.acquire(url, never)
    expect(answers).to.deep.equal([])
  })
})

describe('permits of one request', () => {
  it('say whose it is to the rate limiter', async () => {
    const inner = recordingPermits()
    for (const batch of ['b', undefined]) {
      const permit = await permitsOf({ batch }, inner).acquire('a', never)
      await permit.release(visit)
    }
    expect(inner.recorded).to.deep.equal(['a', { ...visit, batch: 'b' }, 'a', visit])
  })

  it('tell when it was sent', async () => {
    let now = 5
    const { permits, sentAt } = trackPermits(
      recordingPermits((requested) => {
        if (requested === 'b') throw new ThrottledError(1)
      }),
      () => now,
    )
    expect(sentAt()).to.equal(null)
    await permits.acquire('a', never)
    now = 9
    expect(sentAt()).to.equal(5)
    await rejectionOf(permits.acquire('b', never))
    expect(sentAt()).to.equal(null)
  })
})

describe('holdLastPermit', () => {
  it('releases a permit at the next one, and the last one on request', async () => {
    const inner = recordingPermits()
    const pace = holdLastPermit(inner)
    const first = await pace.acquire('a', never)
    await first.release({ ...visit, status: 301 })
    expect(inner.recorded).to.deep.equal(['a'])
    const last = await pace.acquire('b', never)
    await last.release(visit)
    expect(inner.recorded).to.deep.equal(['a', { ...visit, status: 301 }, 'b'])
    await pace.release()
    await pace.release()
    expect(inner.recorded.slice(3)).to.deep.equal([visit])
  })

  it('releases the held permit when the next one is not available', async () => {
    const inner = recordingPermits((requested) => {
      if (requested === 'b') throw new ThrottledError(1)
    })
    const pace = holdLastPermit(inner)
    const first = await pace.acquire('a', never)
    await first.release(visit)
    await rejectionOf(pace.acquire('b', never))
    expect(inner.recorded).to.deep.equal(['a', visit])
  })
})
