import type { ServerResponse } from 'node:http'
import { mock } from 'node:test'
import { expect } from 'chai'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { unavailable } from '#shared/errors.ts'
import type { HostResponse } from '#shared/politeness/host-rate-limiter.ts'
import { makeRedirectState } from '#stages/fetch/http/redirects.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { driveClock } from '#test/unit/driven-clock.ts'
import { type RecordingPermits, recordingPermits } from '../../recording-permits.ts'
import { siteFixture } from '../../site-fixture.ts'
import { failureOf, serve, serveRaw, userAgent } from '../loopback.ts'

describe('withPermit', () => {
  const stand = siteFixture()
  let permits: RecordingPermits
  beforeEach(() => {
    stand.site.requested.length = 0
    permits = recordingPermits()
  })

  const fetchPath = (path: string, own: object = {}) =>
    stand.client.fetchPage({ url: `${stand.site.origin}${path}`, userAgent, permits, ...own })
  const visits = () => permits.recorded.filter((one): one is HostResponse => typeof one !== 'string')
  const order = () => permits.recorded.map((one) => (typeof one === 'string' ? 'begin' : one.status))

  it('takes a permit for each request, redirects included, one after another', async () => {
    stand.answer = ({ url }, response) => {
      if (url === '/to') response.writeHead(302, { location: '/page' }).end('moved')
      else response.end('page')
    }
    await fetchPath('/to')
    expect(order()).to.deep.equal(['begin', 302, 'begin', 200])
    expect(permits.recorded[0]).to.equal(`${stand.site.origin}/to`)
    expect(permits.recorded[2]).to.equal(`${stand.site.origin}/page`)
  })

  it('takes a permit for HEAD, and another for the GET after it', async () => {
    stand.answer = ({ method }, response) => response.writeHead(method === 'HEAD' ? 405 : 200).end()
    const { status } = await stand.client.probe({ url: `${stand.site.origin}/`, userAgent, permits })
    expect(status).to.equal(200)
    expect(order()).to.deep.equal(['begin', 405, 'begin', 200])
  })

  it('releases the permit when the body was read, not before', async () => {
    let passed = 0
    const realNow = performance.now.bind(performance)
    const now = mock.method(performance, 'now', () => realNow() + passed)
    try {
      const begun = Promise.withResolvers<ServerResponse>()
      stand.answer = (_request, response) => {
        response.write('begin')
        begun.resolve(response)
      }
      const read: string[] = []
      const sink = () => (chunk: Buffer) => read.push(String(chunk)) > 0
      const page = fetchPath('/', { sink })
      const response = await begun.promise
      await eventually(() => read.length === 1)
      expect(order()).to.deep.equal(['begin'])
      passed = 600_000
      response.end('end')
      await page
      expect(visits()[0]?.responseMs).to.be.within(600_000, 1_200_000)
    } finally {
      now.mock.restore()
    }
  })

  it('reports the status of the response', async () => {
    stand.answer = (_request, response) => response.writeHead(503, { 'retry-after': '7' }).end()
    await fetchPath('/')
    const { responseMs: _, ...visit } = visits()[0] as HostResponse
    expect(visit).to.deep.equal({ status: 503, retryAfterMs: 7000, crawlDelayMs: null, isFailed: false })
  })

  it('releases the permit whatever the request ends with', async () => {
    stand.answer = (_request, response) => response.end('x'.repeat(5000))
    await failureOf(fetchPath('/', { maxBytes: 1000 }))
    await rejectionOf(
      fetchPath('/', {
        sink: () => {
          throw new Error('defect')
        },
      }),
    )
    expect(visits().map(({ isFailed }) => isFailed)).to.deep.equal([false, false])
    expect(order()).to.deep.equal(['begin', 200, 'begin', 200])
  })

  it('counts failures and timeouts against the host', async () => {
    const gone = await serve(() => {})
    await gone.close()
    const silent = await serveRaw(() => {})
    const slow = await serveRaw((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhal'))
    const clock = driveClock()
    try {
      for (const { origin } of [gone, silent, slow]) {
        const failed = failureOf(stand.client.fetchPage({ url: origin, userAgent, permits, timeoutMs: 1000 }))
        await clock.settle(failed)
      }
    } finally {
      clock.stop()
    }
    expect(visits().map(({ isFailed, status }) => [isFailed, status])).to.deep.equal([
      [true, null],
      [true, null],
      [true, 200],
    ])
    await Promise.all([silent.close(), slow.close()])
  })

  it('does not count other errors against the host', async () => {
    const rude = await serveRaw((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'))
    const silent = await serveRaw(() => {})
    const callers = new AbortController()
    await failureOf(stand.client.fetchPage({ url: rude.origin, userAgent, permits }))
    const waiting = rejectionOf(
      stand.client.fetchPage({ url: silent.origin, userAgent, permits, signal: callers.signal }),
    )
    await eventually(() => silent.requested.length === 1)
    callers.abort(new Error('given up'))
    await waiting
    expect(visits().map(({ isFailed }) => isFailed)).to.deep.equal([false, false])
    await Promise.all([rude.close(), silent.close()])
  })

  it('takes another permit for a retry on a new connection', async () => {
    const rude = await serveRaw((socket) => socket.destroy())
    await failureOf(stand.client.fetchPage({ url: rude.origin, userAgent, permits }))
    expect(order()).to.deep.equal(['begin', null, 'begin', null])
    expect(rude.requested).to.have.length(2)
    await rude.close()
  })

  it('sends nothing without a permit, and continues from the last redirect', async () => {
    stand.answer = ({ url, headers }, response) => {
      const cookie = { location: '/page', 'set-cookie': 'a=1' }
      if (url === '/to') response.writeHead(302, cookie).end()
      else response.end(headers.cookie)
    }
    let isOpen = false
    permits = recordingPermits((url) => {
      if (url.endsWith('/page') && !isOpen) throw new ThrottledError(1)
    })
    const redirectState = makeRedirectState(`${stand.site.origin}/to`)
    for (let times = 0; times < 2; times++) {
      expect(await rejectionOf(fetchPath('/to', { redirectState }))).to.be.instanceOf(ThrottledError)
    }
    expect(stand.site.requested).to.deep.equal(['/to'])
    isOpen = true
    const { redirects, body, finalUrl } = await fetchPath('/to', { redirectState })
    expect(stand.site.requested).to.deep.equal(['/to', '/page'])
    expect(redirects).to.deep.equal([
      { url: `${stand.site.origin}/to`, status: 302, location: `${stand.site.origin}/page` },
    ])
    expect([body.toString(), finalUrl]).to.deep.equal(['a=1', `${stand.site.origin}/page`])
  })

  it('retries once only, also when the retry has to wait for its permit', async () => {
    const rude = await serveRaw((socket) => socket.destroy())
    let turns = 0
    permits = recordingPermits(() => {
      turns += 1
      if (turns === 2) throw new ThrottledError(1)
    })
    const redirectState = makeRedirectState(rude.origin)
    const ask = () => stand.client.fetchPage({ url: rude.origin, userAgent, permits, redirectState })
    expect(await rejectionOf(ask())).to.be.instanceOf(ThrottledError)
    expect(await failureOf(ask())).to.include({ code: 'URL_UNREACHABLE' })
    expect(rude.requested).to.have.length(2)
    await rude.close()
  })

  it('applies one timeout to all attempts, without the waits for permits', async () => {
    stand.answer = ({ url }, response) => {
      setTimeout(() => response.writeHead(302, { location: `${url}x` }).end(), 2667)
    }
    let turns = 0
    permits = recordingPermits(() => {
      turns += 1
      if (turns % 2 === 0) throw new ThrottledError(1)
    })
    const redirectState = makeRedirectState(`${stand.site.origin}/a`)
    let outcome: unknown = new ThrottledError(0)
    const clock = driveClock()
    try {
      while (outcome instanceof ThrottledError) {
        await clock.pass(60_000)
        outcome = await clock.settle(rejectionOf(fetchPath('/a', { redirectState, timeoutMs: 10_000 })))
      }
    } finally {
      clock.stop()
    }
    expect(outcome).to.include({ code: 'TIMEOUT' })
    expect(stand.site.requested.length).to.be.within(2, 4)
  })

  it('does not count attempts that sent nothing, however long they took', async () => {
    stand.answer = (_request, response) => response.end('page')
    const redirectState = makeRedirectState(`${stand.site.origin}/`)
    const away: RecordingPermits['acquire'] = async () => {
      await clock.pass(400)
      throw unavailable('store')
    }
    const clock = driveClock()
    try {
      for (let times = 0; times < 3; times++) {
        const refused = fetchPath('/', { redirectState, timeoutMs: 1000, permits: { acquire: away } })
        expect(await rejectionOf(refused)).to.include({ code: 'SERVICE_UNAVAILABLE' })
      }
      expect((await fetchPath('/', { redirectState, timeoutMs: 1000 })).status).to.equal(200)
    } finally {
      clock.stop()
    }
  })
})
