import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import {
  BATCH,
  binaryRequest,
  dataOf,
  type ExternalClient,
  outcomeRecord,
} from '#test/support/external/external-client.ts'
import { root } from '#test/support/sandbox.ts'
import {
  type ApiAnswer,
  type CallOptions,
  get,
  metric,
  postSnapshot,
} from '#test/support/service/api-client.ts'
import { htmlPage, openSite, type Route, type TargetSite } from '#test/support/sites/target-site.ts'

/** The service with one gateway or several, and with one render stage or several. */
export interface SnapshotService {
  /** Base URLs of the gateways. */
  readonly urls: readonly string[]
  readonly external: ExternalClient
  /** The environment of the keys command. */
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}

const CALLS = 20
const small = { viewport: { width: 320, height: 240 } }

/**
 * The first host names this service, the second one everybody: rules for * apply only without a group for the service
 * (RFC 9309, section 2.2.1).
 */
const robots: Route = ({ headers }, response) => {
  const isFirst = headers.host?.startsWith('127.0.0.2')
  const text = isFirst ? 'user-agent: PageProbeBot\ndisallow: /private' : 'user-agent: *\ndisallow: /crawl'
  response.writeHead(200, { 'content-type': 'text/plain' }).end(text)
}
const moved: Route = (_, response) => void response.writeHead(302, { location: '/private/page' }).end()
const moving: Route = (_, response) =>
  htmlPage(response, '/moving', '<script>location.replace("/private/page")</script>')

/**
 * Properties that snapshots share with the other operations: coalescing, caches, ids, quotas, robots
 * (infra/docs/clients.md#coalescing).
 */
export function snapshotServiceContract(
  name: string,
  open: (env: Readonly<Record<string, string>>) => Promise<SnapshotService>,
): void {
  describe(`Snapshots as a service: ${name}`, function () {
    this.timeout(90_000)
    let site: TargetSite
    let service: SnapshotService
    let held = Promise.withResolvers<void>()
    let calls = 0

    before('start the service', async function () {
      requireBrowser(this)
      this.timeout(150_000)
      site = await openSite({
        hosts: 2,
        before: (path) => (path.startsWith('/held') ? held.promise : Promise.resolve()),
        routes: { '/robots.txt': robots, '/moved': moved, '/moving': moving },
      })
      service = await open({})
    })
    after('stop the service', async () => {
      held.resolve()
      await service?.close()
      await site?.close()
    })
    beforeEach(() => {
      held = Promise.withResolvers()
    })
    afterEach(() => held.resolve())

    const gateway = () => service.urls[calls++ % service.urls.length] as string
    const shoot = (body: Record<string, unknown>, options: CallOptions = {}) =>
      postSnapshot(gateway(), { ...small, ...body }, options)
    const errorOf = ({ status, json }: ApiAnswer) => [status, (json?.error as { code: string })?.code]
    const makeKey = (...options: string[]) =>
      execFileSync(process.execPath, ['gateway/cli/keys.ts', 'create', ...options], {
        cwd: root,
        env: { PATH: process.env.PATH, ...service.env },
      })
        .toString()
        .trim()
    const withKey = (key: string): CallOptions => ({ headers: { 'x-api-key': key } })

    async function readAt(location: string): Promise<ApiAnswer> {
      for (;;) {
        const answer = await get(gateway() + location)
        if (answer.status !== 202) return answer
        await sleep(50)
      }
    }

    async function feed(path: string, more: Readonly<Record<string, string>> = {}) {
      const id = randomUUID()
      const parameters = { url: site.url(path, 1), waitUntil: 'load', ...small, ...more }
      await service.external.produce(BATCH, [binaryRequest(id, { operation: 'snapshot', parameters })])
      const record = await outcomeRecord(service.external, id)
      return { topic: record.topic, ...dataOf(record) } as Readonly<Record<string, unknown>>
    }

    /** Calls that shared the inspection of another one, at all gateways. */
    async function coalesced(): Promise<number> {
      const series = 'pageprobe_inspection_requests_total{operation="snapshot",outcome="coalesced"}'
      const counts = await Promise.all(service.urls.map((url) => metric(url, series)))
      return counts.reduce((sum, count) => sum + (count || 0), 0)
    }

    it(`${CALLS} identical calls load the page once, and each is answered with its own URL`, async () => {
      const spellings = [site.url('/held-page'), site.url('/held-page').replace('http:', 'HTTP:')]
      const urls = Array.from({ length: CALLS }, (_, at) => spellings[at % 2] as string)
      const before = await coalesced()
      const joined = async () => (await coalesced()) - before
      const answers = Promise.all(urls.map((url) => shoot({ url })))
      await eventually(async () => (await joined()) === CALLS - 1 && site.hits('/held-page') > 0)
      held.resolve()
      const given = await answers
      expect(given.map(({ status, json }) => [status, json?.url])).to.deep.equal(
        urls.map((url) => [200, url]),
      )
      expect(new Set(given.map(({ json }) => json?.screenshot_url))).to.have.length(1)
      expect(site.hits('/held-page')).to.equal(1)
    })

    it('is cached for every gateway, with an image that is available', async () => {
      const url = site.url('/cached')
      const first = await shoot({ url })
      for (let count = 0; count < 3; count++) {
        const again = await shoot({ url })
        expect(again.json).to.include({ cached: true, screenshot_url: first.json?.screenshot_url })
      }
      const other = await shoot({ url, format: 'png' })
      expect(other.json).to.include({ cached: false, format: 'png' })
      expect(site.hits('/cached')).to.equal(2)
      expect((await fetch(String(first.json?.screenshot_url))).status).to.equal(200)
    })

    it('can be requested and read later; other keys cannot read it', async () => {
      const url = site.url('/held-later')
      const accepted = await shoot({ url }, { headers: { prefer: 'respond-async' } })
      expect([accepted.status, accepted.headers.get('preference-applied')]).to.deep.equal([
        202,
        'respond-async',
      ])
      const location = accepted.headers.get('location') as string
      expect((await get(gateway() + location)).status).to.equal(202)
      held.resolve()
      const { status, json } = await readAt(location)
      expect([status, json?.url, json?.cached]).to.deep.equal([200, url, false])
      expect((await get(gateway() + location, withKey(makeKey()))).status).to.equal(404)
      const cached = await shoot({ url }, { headers: { prefer: 'respond-async' } })
      expect([cached.status, cached.json?.cached]).to.deep.equal([200, true])
    })

    it('that fails is read with its error, in the shape of the synchronous answer', async () => {
      const body = { url: site.url('/plain'), selector: '#none' }
      const accepted = await shoot(body, { headers: { prefer: 'respond-async' } })
      const later = await readAt(accepted.headers.get('location') as string)
      const now = await shoot(body)
      expect(errorOf(later)).to.deep.equal([404, 'ELEMENT_NOT_FOUND'])
      expect(later.json).to.deep.equal(now.json)
    })

    it('counts against the quota of its key, cached or not, until none is left', async () => {
      const key = makeKey('--plan', 'free', '--limit', 'snapshot=2')
      const url = site.url('/counted')
      const answers = [
        await shoot({ url }, withKey(key)),
        await shoot({ url }, withKey(key)),
        await shoot({ url }, withKey(key)),
      ]
      const reported = answers.map(({ status, headers }) => [status, headers.get('x-ratelimit-remaining')])
      expect(reported).to.deep.equal([
        [200, '1'],
        [200, '0'],
        [429, '0'],
      ])
      expect(answers[2]?.headers.get('retry-after')).to.match(/^\d+$/)
      const wrong = await shoot({ url, device: 'watch' }, withKey(key))
      expect([wrong.status, wrong.headers.get('x-ratelimit-limit')]).to.deep.equal([400, null])
      const free = await shoot({ url }, withKey(makeKey('--plan', 'free')))
      expect(free.headers.get('x-ratelimit-limit')).to.equal('50')
    })

    it('of a page that robots.txt disallows for this service is refused without a request', async () => {
      const url = site.url('/private/page')
      const answer = await shoot({ url })
      expect(errorOf(answer)).to.deep.equal([403, 'ROBOTS_TXT_BLOCKED'])
      expect(answer.json).to.have.deep.nested.property('error.details', {
        url,
        robots_txt_url: site.url('/robots.txt'),
        user_agent: 'PageProbeBot',
      })
      expect(site.hits('/private/page')).to.equal(0)
    })

    for (const path of ['/moved', '/moving']) {
      it(`of a page that leads to such a page is refused too: ${path}`, async () => {
        const answer = await shoot({ url: site.url(path) })
        expect(errorOf(answer)).to.deep.equal([403, 'ROBOTS_TXT_BLOCKED'])
        expect(JSON.stringify(answer.json)).to.include(site.url('/private/page'))
      })
    }

    it('obeys rules for * in the batch lane only', async () => {
      expect(await feed('/crawl/page')).to.include({ code: 'ROBOTS_TXT_BLOCKED', status: 403 })
      expect(site.hits('/crawl/page')).to.equal(0)
      expect(await feed('/open/page')).to.include({ topic: 'result.snapshot' })
      expect((await shoot({ url: site.url('/crawl/page', 1) })).status).to.equal(200)
    })

    it('that fails in the batch lane ends in an event with the same error', async () => {
      const failed = await feed('/plain', { selector: '#none' })
      expect(failed).to.include({ stage: 'render', code: 'ELEMENT_NOT_FOUND', status: 404 })
    })
  })
}
