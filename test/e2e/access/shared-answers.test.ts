import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { workerService } from '#test/support/service/worker-service.ts'
import { openOwnSite, type TargetSite } from '#test/support/sites/target-site.ts'
import { type Answer, httpCall } from '#test/unit/gateway/support/http-call.ts'

/** What the first caller writes and nobody else may read. */
const secrets = {
  segment: 'segment-4711',
  fragment: 'fragment-4712',
  requestId: 'request-4713',
  traceId: '4714aaaaaaaaaaaaaaaaaaaaaaaaaaaa',
}
/** The operations whose answers do not depend on the fragment of the URL. */
const ignoresFragment = new Set(['metadata', 'seo-audit'])

/**
 * Two owners share an inspection, or its cached answer: infra/docs/clients.md#coalescing. Each may spell the URL in its own
 * way, and neither gets anything of what the other one wrote.
 */
describe('an answer that two owners share', function () {
  this.timeout(180_000)
  let service: UsedService
  let site: TargetSite
  let keys: { first: string; second: string }
  let release: () => void
  before(async () => {
    let held = Promise.resolve()
    release = () => {}
    site = await openOwnSite({
      routes: {
        '/hold': (_request, response) => {
          held = new Promise((resolve) => {
            release = resolve
          })
          response.end()
        },
        '/reset': async (_request, response) => {
          await held
          response.socket?.resetAndDestroy()
        },
      },
      before: () => held,
    })
    service = await workerService()
    keys = {
      first: await service.makeKey({ owner: `first-${process.pid}` }),
      second: await service.makeKey({ owner: `second-${process.pid}` }),
    }
  })
  after(async () => {
    await service?.close()
    await site?.close()
  })

  function call(key: string, operation: string, url: string, headers = {}): Promise<Answer> {
    const own = { 'X-API-Key': key, ...headers }
    if (operation !== 'snapshot')
      return httpCall(service.url, `/${operation}?url=${encodeURIComponent(url)}`, { headers: own })
    const typed = { ...own, 'Content-Type': 'application/json' }
    return httpCall(service.url, '/snapshot', {
      method: 'POST',
      headers: typed,
      body: JSON.stringify({ url }),
    })
  }
  const askFirst = (operation: string, url: string) =>
    call(keys.first, operation, url, {
      'X-Request-Id': secrets.requestId,
      traceparent: `00-${secrets.traceId}-00f067aa0ba902b7-01`,
    })
  /** Dot segments and, where it does not matter, a fragment: the normal spelling is that of the second caller. */
  function spellingsOf(operation: string, path: string) {
    const hash = ignoresFragment.has(operation) ? `#access_token=${secrets.fragment}` : ''
    return { first: site.url(`/${secrets.segment}/..${path}${hash}`), second: site.url(path) }
  }
  function expectNothingOfFirst({ headers, body }: Answer): void {
    const text = `${JSON.stringify(headers)} ${body}`
    const ofFirst = [...Object.values(secrets), keys.first.slice(3, 11), `first-${process.pid}`]
    expect(ofFirst.filter((one) => text.includes(one))).to.deep.equal([])
  }
  async function openInspections(key: string): Promise<number> {
    const answer = await httpCall(service.url, '/inspections?state=running', {
      headers: { 'X-API-Key': key },
    })
    return answer.json().inspections.length
  }
  /** Both call at the same time: the page answers when both inspections are known. */
  async function callBoth(operation: string, path: string) {
    const { first, second } = spellingsOf(operation, path)
    await fetch(site.url('/hold'))
    const leading = askFirst(operation, first)
    await eventually(async () => (await openInspections(keys.first)) === 1, 60_000)
    const joining = call(keys.second, operation, second)
    await eventually(async () => (await openInspections(keys.second)) === 1, 60_000)
    release()
    return Promise.all([leading, joining])
  }

  for (const operation of ['metadata', 'seo-audit', 'snapshot', 'performance']) {
    it(`has each caller's own URL and nothing else of the other one, joined and cached: ${operation}`, async () => {
      const path = `/page-of-${operation}`
      const { first, second } = spellingsOf(operation, path)
      const [leading, joined] = await callBoth(operation, path)
      const cached = await call(keys.second, operation, second)
      const again = await askFirst(operation, first)
      const answers = [leading, joined, cached, again]
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200])
      const urls = answers.map((answer) => answer.json().url ?? answer.json().data?.url)
      expect(urls).to.deep.equal([first, second, second, first])
      for (const answer of [joined, cached]) expectNothingOfFirst(answer)
    })
  }

  for (const operation of ['metadata', 'seo-audit']) {
    it(`has nothing of the other caller when it is a failure: ${operation}`, async () => {
      const [leading, joined] = await callBoth(operation, '/reset')
      expect(leading.status).to.equal(joined.status).and.to.be.above(399)
      expectNothingOfFirst(joined)
    })
  }

  it('leaves nothing of the URL in the log, nor in what the second owner can list', async () => {
    const { service: parts } = service
    for (const secret of [secrets.segment, secrets.fragment]) expect(parts.stderr()).not.to.include(secret)
    for (const path of [
      '/inspections?limit=100',
      '/events?follow=false',
      '/batches',
      '/usage',
      '/metrics',
      '/readyz',
    ])
      expectNothingOfFirst(await httpCall(service.url, path, { headers: { 'X-API-Key': keys.second } }))
    const audits = `/audits?url=${encodeURIComponent(site.url('/page-of-seo-audit'))}`
    expectNothingOfFirst(await httpCall(service.url, audits, { headers: { 'X-API-Key': keys.second } }))
  })
})
