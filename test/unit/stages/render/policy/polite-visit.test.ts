import { EventEmitter } from 'node:events'
import { expect } from 'chai'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { type ErrorCode, Failure } from '#shared/errors.ts'
import type { AcquireResult, HostRateLimiter, HostResponse } from '#shared/politeness/host-rate-limiter.ts'
import { type RenderTabs, visitPolitely } from '#stages/render/policy/polite-visit.ts'
import type { Tab } from '#stages/render/tab/tab.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const host = { url: 'https://shop.example/a', crawlDelayMs: 2000, partOf: { batch: 'b' } }
const options = { deadlineMs: 1000, signal: new AbortController().signal }
const silent = { responseMs: null, status: null, retryAfterMs: null, crawlDelayMs: 2000, batch: 'b' }

describe('visitPolitely', () => {
  let cdp: EventEmitter
  let ended: HostResponse[]
  let taken: string[]
  beforeEach(() => {
    cdp = new EventEmitter()
    ended = []
    taken = []
  })

  const tabs: RenderTabs = {
    useShared: (work) => work({ cdp } as unknown as Tab),
    useExclusive: (work) => work({ cdp } as unknown as Tab),
  }
  const rateLimiter: HostRateLimiter = {
    async acquire(url) {
      taken.push(url)
      return { permit: { release: async (visit) => void ended.push(visit) } }
    },
  }
  const refusing = (answer: Exclude<AcquireResult, { turn: unknown }>): HostRateLimiter => ({
    acquire: async () => answer,
  })
  const nothing = async () => Promise.reject(new Error('nothing was to be done'))
  const response = (status: number, headers = {}) => ({
    status,
    headers,
    timing: { sendStart: 10, receiveHeadersEnd: 130 },
  })

  it('releases the permit after the work, with the first response', async () => {
    const result = await visitPolitely(rateLimiter, host, tabs, ({ useShared }) =>
      useShared(async () => {
        expect(ended).to.deep.equal([])
        const redirectResponse = response(301)
        cdp.emit('Network.requestWillBeSent', { type: 'Document' })
        cdp.emit('Network.responseReceived', { type: 'Image', response: response(404) })
        cdp.emit('Network.requestWillBeSent', { type: 'Document', redirectResponse })
        cdp.emit('Network.responseReceived', { type: 'Document', response: response(200) })
        return 'shown'
      }, options),
    )
    expect([result, taken]).to.deep.equal(['shown', [host.url]])
    const visit = { responseMs: 120, status: 301, retryAfterMs: null }
    expect(ended).to.deep.equal([{ ...visit, crawlDelayMs: 2000, batch: 'b', isFailed: false }])
  })

  it('reports the Retry-After of an overloaded host', async () => {
    await visitPolitely(rateLimiter, host, tabs, ({ useExclusive }) =>
      useExclusive(async () => {
        const headers = { 'Retry-After': '9' }
        cdp.emit('Network.responseReceived', { type: 'Document', response: response(503, headers) })
      }, options),
    )
    expect(ended[0]).to.include({ status: 503, retryAfterMs: 9000 })
  })

  const table: [ErrorCode, boolean][] = [
    ['URL_UNREACHABLE', true],
    ['TIMEOUT', true],
    ['INVALID_URL', false],
    ['BROWSER_CRASHED', false],
    ['SERVICE_UNAVAILABLE', false],
  ]
  for (const [code, isFailed] of table) {
    it(`${code} without an answer ${isFailed ? 'counts' : 'does not count'} against the host`, async () => {
      const failure = new Failure(code, 'no')
      const visiting = visitPolitely(rateLimiter, host, tabs, () => Promise.reject(failure))
      expect(await rejectionOf(visiting)).to.equal(failure)
      expect(ended).to.deep.equal([{ ...silent, isFailed }])
    })
  }

  it('does not count a failure after a response against the host', async () => {
    const visiting = visitPolitely(rateLimiter, host, tabs, ({ useShared }) =>
      useShared(async () => {
        cdp.emit('Network.responseReceived', { type: 'Document', response: response(200) })
        throw new Failure('TIMEOUT', 'late')
      }, options),
    )
    expect(await rejectionOf(visiting)).to.include({ code: 'TIMEOUT' })
    expect(ended[0]).to.include({ status: 200, isFailed: false })
  })

  it('does not begin without a permit, nor while the circuit of the host is open', async () => {
    const waiting = await rejectionOf(visitPolitely(refusing({ retryAfterMs: 700 }), host, tabs, nothing))
    expect(waiting).to.be.instanceOf(ThrottledError).and.include({ retryAfterMs: 700 })
    const circuitOpen = new Failure('URL_UNREACHABLE', 'gone')
    expect(await rejectionOf(visitPolitely(refusing({ circuitOpen }), host, tabs, nothing))).to.equal(
      circuitOpen,
    )
  })
})
