import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import type { ProbeAnswer } from '#shared/ports/lookups.ts'
import type { HttpClient } from '#stages/fetch/http/client.ts'
import type { HttpResult, PageRequest } from '#stages/fetch/http/page-request.ts'
import { cachingClient } from '#stages/fetch/lookups/caching-client.ts'
import { rememberFailures } from '#stages/fetch/lookups/failure-memory.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { probeAnswer } from '#test/support/audit/probe-answer.ts'
import { unlimitedPermits } from '../unlimited-permits.ts'

const url = 'http://a.test/x'
const limits = { keepMs: 600_000, maxEntries: 100, maxBytes: 1_000_000, maxFileBytes: 100_000 }
const never = new AbortController().signal

describe('what a batch remembers of links that fail', () => {
  let now: number
  let sent: string[]
  let answers: (request: PageRequest) => Promise<ProbeAnswer>
  let pages: (request: PageRequest) => Promise<HttpResult>
  beforeEach(() => {
    now = 1000
    sent = []
    answers = async () => probeAnswer(url, { status: 503 })
    pages = async () => expect.fail('no page is requested')
  })

  function client(): HttpClient {
    const inner: HttpClient = {
      async fetchPage(request) {
        sent.push(request.url)
        return pages(request)
      },
      async probe(request) {
        sent.push(request.url)
        return answers(request)
      },
      close: async () => {},
    }
    const clock = { ...limits, now: () => now }
    return rememberFailures(cachingClient(inner, clock), clock)
  }
  const of = (batch: string | undefined, more: Partial<PageRequest> = {}) => ({
    ...{ url, userAgent: 'x', permits: unlimitedPermits, timeoutMs: 5000, batch },
    ...more,
  })
  /** An answer after `ms` milliseconds, once the request was sent. */
  const responding =
    (ms: number, error: ProbeAnswer['error']) =>
    async ({ permits }: PageRequest): Promise<ProbeAnswer> => {
      await permits?.acquire(url, never)
      now += ms
      return probeAnswer(url, { status: null, error })
    }

  for (const status of [500, 502, 503, 504, 429]) {
    it(`requests a link that responds ${status} once for a batch`, async () => {
      answers = async () => probeAnswer(url, { status })
      const { probe } = client()
      for (let times = 0; times < 73; times++) expect(await probe(of('one'))).to.include({ status })
      expect(sent).to.have.length(1)
    })
  }

  it('requests it again for another batch, for none, and after the time', async () => {
    const { probe } = client()
    for (const batch of ['one', 'two', undefined, undefined, 'one']) await probe(of(batch))
    expect(sent).to.have.length(4)
    now += 600_001
    await probe(of('one'))
    expect(sent).to.have.length(5)
  })

  for (const error of ['connection_failed', 'tls_error', 'dns_failure'] as const) {
    it(`remembers ${error}`, async () => {
      answers = responding(1, error)
      const { probe } = client()
      for (let times = 0; times < 3; times++) expect(await probe(of('one'))).to.include({ error })
      expect(sent).to.have.length(1)
    })
  }

  it('remembers silence, but no time that the caller did not have', async () => {
    const { probe } = client()
    answers = responding(2999, 'timeout')
    await probe(of('one'))
    answers = responding(3000, 'timeout')
    await probe(of('one'))
    expect(await probe(of('one'))).to.include({ error: 'timeout' })
    expect(sent).to.have.length(2)
  })

  it('remembers nothing of a request that was not sent or that robots.txt forbids', async () => {
    const { probe } = client()
    for (const error of ['timeout', 'refused'] as const) {
      answers = async () => probeAnswer(url, { status: null, error })
      await probe(of('one'))
      await probe(of('one'))
    }
    expect(sent).to.have.length(4)
  })

  it('sends one of the probes of a URL at a time; the others take its answer, within their time', async () => {
    const answered = Promise.withResolvers<ProbeAnswer>()
    answers = () => answered.promise
    const { probe } = client()
    const first = probe(of('one'))
    const others = [probe(of('one')), probe(of('one')), probe(of('one', { timeoutMs: 0 }))]
    expect(await others[2]).to.include({ status: null, error: 'timeout' })
    answered.resolve(probeAnswer(url, { status: 503 }))
    for (const one of [first, others[0], others[1]]) expect(await one).to.include({ status: 503 })
    expect(sent).to.have.length(1)
  })

  it('lets the next one probe when the first one gave up', async () => {
    const aborted = Promise.withResolvers<ProbeAnswer>()
    answers = () => aborted.promise
    const { probe } = client()
    const first = probe(of('one'))
    const second = probe(of('one'))
    answers = async () => probeAnswer(url, { status: 200 })
    aborted.reject(new Error('gave up'))
    await rejectionOf(first)
    expect(await second).to.include({ status: 200 })
    expect(sent).to.have.length(2)
  })

  it('fetches a file that fails once, and a robots.txt each time', async () => {
    const failure = new Failure('URL_UNREACHABLE', 'x', { details: { reason: 'connection_refused' } })
    pages = async ({ permits }) => {
      await permits?.acquire(url, never)
      throw failure
    }
    const { fetchPage } = client()
    for (let times = 0; times < 3; times++) expect(await rejectionOf(fetchPage(of('one')))).to.equal(failure)
    expect(sent).to.have.length(1)
    const robots = of('one', { url: 'http://a.test/robots.txt' })
    for (let times = 0; times < 3; times++) await rejectionOf(fetchPage(robots))
    expect(sent).to.have.length(4)
  })
})
