import { expect } from 'chai'
import { RetryAfterError } from '#shared/async/retry-after-error.ts'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { Failure, unavailable } from '#shared/errors.ts'
import type { HttpClient } from '#stages/fetch/http/client.ts'
import type { PermitSource } from '#stages/fetch/http/host-permits.ts'
import { politeClient } from '#stages/fetch/lookups/lane-clients.ts'
import type { RobotsGuard } from '#stages/fetch/robots/robots-guard.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const URL_ASKED = 'https://shop.example/a'
const { signal } = new AbortController()

/** A polite client whose robots.txt is asked with these results, one for each call, and whose requests are recorded. */
function clientWith(
  results: readonly (Error | null)[],
  permits: PermitSource['acquire'] = async () => permit,
) {
  const lanes: string[] = []
  const requested: object[] = []
  const guard: Pick<RobotsGuard, 'assertAllowed'> = {
    async assertAllowed(_url, lane) {
      const result = results[lanes.push(lane) - 1] ?? null
      if (result !== null) throw result
    },
  }
  const record = async (request: object) => void requested.push(request)
  const http = { fetchPage: record, probe: record } as unknown as HttpClient
  return { ...politeClient(http, guard as RobotsGuard, { acquire: permits }), lanes, requested }
}

const permit = { release: async () => {} }

describe('politeClient', () => {
  it('waits until the robots.txt may be read', async () => {
    const { beforeRequest, lanes } = clientWith([new ThrottledError(1), new ThrottledError(1), null])
    await beforeRequest(URL_ASKED, signal)
    expect(lanes).to.deep.equal(['batch', 'batch', 'batch'])
  })

  it('requests nothing of a site whose robots.txt is unavailable (RFC 9309, section 2.3.1.4)', async () => {
    const later = new RetryAfterError(new Failure('URL_UNREACHABLE', 'not now'), 1000)
    const failure = (await rejectionOf(clientWith([later]).beforeRequest(URL_ASKED, signal))) as Failure
    expect(failure).to.include({ code: 'ROBOTS_TXT_BLOCKED', cause: later })
    expect(failure.details).to.include({
      url: URL_ASKED,
      robots_txt_url: 'https://shop.example/robots.txt',
    })
  })

  it('reports a dead site as dead', async () => {
    const details = { url: URL_ASKED, reason: 'dns_failure', status_code: null }
    const dead = new Failure('URL_UNREACHABLE', 'not now', { details })
    const { beforeRequest } = clientWith([new RetryAfterError(dead, 1000)])
    expect(await rejectionOf(beforeRequest(URL_ASKED, signal))).to.equal(dead)
  })

  it('rejects with any other error', async () => {
    const error = unavailable('store')
    expect(await rejectionOf(clientWith([error]).beforeRequest(URL_ASKED, signal))).to.equal(error)
  })

  it('sends pages and probes with permits that it waits for, and gives probes any time', async () => {
    let tries = 0
    const { client, requested, probeTimeoutMs } = clientWith([], async () => {
      tries += 1
      if (tries < 3) throw new ThrottledError(1)
      return permit
    })
    await client.fetchPage({ url: URL_ASKED, userAgent: 'x' })
    await client.probe({ url: URL_ASKED, userAgent: 'x' })
    const [page, probed] = requested as { url: string; permits: PermitSource }[]
    expect([page?.url, probed?.url]).to.deep.equal([URL_ASKED, URL_ASKED])
    expect(await page?.permits.acquire(URL_ASKED, signal)).to.equal(permit)
    expect(tries).to.equal(3)
    expect(await probed?.permits.acquire(URL_ASKED, signal)).to.equal(permit)
    expect(probeTimeoutMs).to.equal(Number.POSITIVE_INFINITY)
  })
})
