import { expect } from 'chai'
import { Failure, unavailable } from '#shared/errors.ts'
import { PermitDenied } from '#stages/fetch/http/host-permits.ts'
import type { HttpResult, PageRequest } from '#stages/fetch/http/page-request.ts'
import { readOriginRobots } from '#stages/fetch/robots/origin-robots.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { unlimitedPermits } from '../unlimited-permits.ts'

const ROBOTS_URL = 'https://shop.example/robots.txt'

describe('readOriginRobots', () => {
  let requested: PageRequest[]
  beforeEach(() => {
    requested = []
  })

  const read = (answer: { status: number; text?: string } | Error) =>
    readOriginRobots(
      {
        client: {
          async fetchPage(request) {
            requested.push(request)
            if (answer instanceof Error) throw answer
            return { status: answer.status, body: Buffer.from(answer.text ?? '') } as HttpResult
          },
        },
        userAgent: 'probe',
        timeoutMs: 7000,
        maxRedirects: 5,
      },
      ROBOTS_URL,
      { permits: unlimitedPermits },
    )
  const failed = (reason: string, code: 'URL_UNREACHABLE' | 'TIMEOUT' = 'URL_UNREACHABLE') =>
    new Failure(code, 'failed', { details: { url: ROBOTS_URL, reason } })

  it('requests 500 KiB of the file, with the permits of its caller', async () => {
    await read({ status: 200 })
    const [{ url, userAgent, timeoutMs, maxRedirects, maxBytes, overflow, permits } = {} as PageRequest] =
      requested
    expect({ url, userAgent, timeoutMs, maxRedirects, maxBytes, overflow, permits }).to.deep.equal({
      ...{ url: ROBOTS_URL, userAgent: 'probe', timeoutMs: 7000, maxRedirects: 5 },
      ...{ maxBytes: 512_000, overflow: 'cut', permits: unlimitedPermits },
    })
  })

  it('parses the file of a successful response', async () => {
    const found = await read({ status: 299, text: 'User-agent: *\nDisallow: /x\n' })
    expect(found).to.have.nested.property('file.groups').with.length(1)
  })

  for (const [status, state] of [
    [199, 'absent'],
    [300, 'absent'],
    [404, 'absent'],
    [428, 'absent'],
    [429, 'unreachable'],
    [430, 'absent'],
    [499, 'absent'],
    [500, 'unreachable'],
  ] as const) {
    it(`treats ${status} as ${state} (RFC 9309, sections 2.3.1.3 and 2.3.1.4)`, async () => {
      const robots = await read({ status })
      expect(robots.state).to.equal(state)
      if (robots.state === 'unreachable') expect(robots.status).to.equal(status)
    })
  }

  it('treats a site that does not answer as unreachable, and too many redirects as no file', async () => {
    for (const error of [failed('dns_failure'), failed('connection_reset'), failed('dns_failure', 'TIMEOUT')])
      expect(await read(error)).to.deep.include({ state: 'unreachable', status: null })
    expect(await read(failed('too_many_redirects'))).to.include({ state: 'absent' })
  })

  it('says why the site itself cannot be requested', async () => {
    for (const reason of ['dns_failure', 'connection_refused', 'connection_timeout', 'tls_error'])
      expect(await read(failed(reason))).to.include({ siteFailure: reason })
    for (const error of [new PermitDenied(failed('host_given_up')), new Failure('INVALID_URL', 'refused')])
      expect(await read(error)).to.include({ state: 'unreachable', siteFailure: 'not_requested' })
    for (const error of [failed('connection_reset'), failed('dns_failure', 'TIMEOUT')])
      expect(await read(error)).not.to.have.property('siteFailure')
  })

  it('rejects with what the site has not caused', async () => {
    for (const error of [unavailable('memory'), new TypeError('a mistake')])
      expect(await rejectionOf(read(error))).to.equal(error)
  })

  it('weighs an entry by its text and its rules, a missing file little', async () => {
    const rules = (count: number) => `User-agent: *\n${'Disallow: /x\n'.repeat(count)}`
    const [none, few, many] = [
      await read({ status: 404 }),
      await read({ status: 200, text: rules(10) }),
      await read({ status: 200, text: rules(1000) }),
    ]
    expect(none?.weight).to.be.below(1000)
    expect(few?.weight).to.be.within(4000, 12_000)
    expect((many?.weight ?? 0) - (few?.weight ?? 0)).to.be.above(990 * 2 * 'Disallow: /x\n'.length)
  })
})
