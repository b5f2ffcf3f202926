import { expect } from 'chai'
import { longMessagePages } from '#test/site/hostile/pages.ts'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { postSnapshot } from '#test/support/service/api-client.ts'
import { healthDuring } from '#test/support/service/health-during.ts'
import { openEmbeddedService, type ServiceFixture } from '#test/support/service/service-fixture.ts'
import { openSocketSink, type SocketSink } from '#test/support/sites/socket-sink.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

/** The service answers within half a second; the rest is for a busy machine. */
const HEALTHY_MS = 500 + 4500
/** The outcome depends on how fast the machine produces such a long message, twice. */
const OUTCOMES = ['503 SERVICE_UNAVAILABLE', '408 TIMEOUT']

/** Chromium's DevTools message about each page is longer than a string of Node can be. */
describe('pages whose DevTools messages are too long', function () {
  this.timeout(180_000)
  let sink: SocketSink
  let site: TargetSite
  let fixture: ServiceFixture

  before(async function () {
    requireBrowser(this)
    sink = await openSocketSink()
    site = await openSite({ routes: longMessagePages(sink.url) })
    fixture = await openEmbeddedService({ RENDER_CONCURRENCY: '1', RENDER_MEMORY_MB: '8192' })
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
    await sink?.close()
  })

  const shoot = (path: string) =>
    postSnapshot(fixture.service.url, {
      url: site.url(path),
      ...{ viewport: { width: 320, height: 240 }, timeout: 60_000, blockCookieBanners: true },
    })

  for (const path of Object.keys(longMessagePages(''))) {
    it(`${path}: fails, and the service goes on`, async () => {
      const shot = shoot(path)
      const longest = await healthDuring(fixture.service.url, shot)
      const { status, json, text } = await shot
      const code = (json?.error as { code?: string })?.code
      const ended = performance.now()
      const next = await shoot(`/fine-after${path}`)
      const isExpected = OUTCOMES.includes(`${status} ${code}`)
      reportFault({
        fault: `a DevTools message that is too long: ${path}`,
        accepted: 1,
        wrong: isExpected ? 0 : 1,
        recoveredMs: next.status === 200 ? performance.now() - ended : null,
      })
      expect(OUTCOMES, text).to.include(`${status} ${code}`)
      expect(longest).to.be.below(HEALTHY_MS)
      expect(next.status, next.text).to.equal(200)
    })
  }
})
