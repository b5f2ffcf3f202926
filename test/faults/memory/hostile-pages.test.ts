import { expect } from 'chai'
import { bearablePages, hostilePages, hostileParts, page } from '#test/site/hostile/pages.ts'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { type ApiAnswer, postSnapshot } from '#test/support/service/api-client.ts'
import { openEmbeddedService, type ServiceFixture } from '#test/support/service/service-fixture.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const TIMEOUT_MS = 3000
/** Each ends at most a second after its timeout; the rest is transport on a busy machine. */
const BOUND_MS = TIMEOUT_MS + 1000 + 4000

const greedyPages = {
  '/memory': page('<script>const all = []; for (;;) all.push(new Array(1e5).fill(Math.random()))</script>'),
  '/strings': page(
    '<script>let s = "x"; const all = []; for (;;) all.push((s += s.slice(0, 1e6)) + all.length)</script>',
  ),
}
const tooLate = ['/alert-loop', '/endless-script', '/refresh-loop', '/reload-loop', '/trickle']
/** Two seconds after its load event. */
const hangsLater = '/loop-after-load'

describe('hostile pages: a snapshot of each ends in time, and the next one works', function () {
  this.timeout(60_000)
  let site: TargetSite
  let fixture: ServiceFixture
  let next = 0
  let hostile = 0

  before(async function () {
    requireBrowser(this)
    this.timeout(120_000)
    site = await openSite({ routes: { ...bearablePages, ...hostilePages, ...hostileParts, ...greedyPages } })
    fixture = await openEmbeddedService({ RENDER_MEMORY_MB: '512', RENDER_CONCURRENCY: '1' })
  })
  after(async () => {
    await fixture?.close()
    await site?.close()
  })

  async function shoot(
    path: string,
    body: Record<string, unknown> = {},
  ): Promise<ApiAnswer & { ms: number }> {
    const began = performance.now()
    if (!path.startsWith('/fine')) hostile += 1
    const options = { viewport: { width: 320, height: 240 }, timeout: TIMEOUT_MS, ...body }
    const answer = await postSnapshot(fixture.service.url, { url: site.url(path), ...options })
    return { ...answer, ms: performance.now() - began }
  }

  const codeOf = ({ status, json }: ApiAnswer) => [status, (json?.error as { code?: string })?.code]

  async function expectNextWorks(): Promise<void> {
    const { status, text } = await shoot(`/fine-${next++}`, { timeout: 20_000 })
    expect(status, text).to.equal(200)
  }

  for (const path of tooLate) {
    it(`${path}: timeout`, async () => {
      const answer = await shoot(path, { waitUntil: 'networkidle2' })
      expect(codeOf(answer), answer.text).to.deep.equal([408, 'TIMEOUT'])
      expect(answer.ms).to.be.below(BOUND_MS)
      await expectNextWorks()
    })
  }

  for (const path of [...Object.keys(bearablePages), '/recursive-frame']) {
    if (path === hangsLater) continue
    it(`${path}: rendered`, async () => {
      const answer = await shoot(path, { timeout: TIMEOUT_MS * 10 })
      expect(answer.status, answer.text).to.equal(200)
    })
  }

  it(`${hangsLater}: timeout for a long waitFor`, async () => {
    const answer = await shoot(hangsLater, { waitFor: 2500 })
    expect(codeOf(answer), answer.text).to.deep.equal([408, 'TIMEOUT'])
    expect(answer.ms).to.be.below(BOUND_MS + 2500)
    await expectNextWorks()
  })

  for (const path of Object.keys(greedyPages)) {
    it(`${path}: fails after two browsers`, async () => {
      const answer = await shoot(path, { timeout: 30_000 })
      expect(codeOf(answer), answer.text).to.deep.equal([503, 'SERVICE_UNAVAILABLE'])
      await expectNextWorks()
    })
  }

  it('all together leave a service that works', async () => {
    const began = performance.now()
    const { status, text } = await shoot('/fine-at-last', { timeout: 20_000 })
    const recoveredMs = performance.now() - began
    const wrong = status === 200 ? 0 : 1
    reportFault({
      fault: 'snapshots of hostile pages, one after the other',
      accepted: hostile,
      wrong,
      recoveredMs,
    })
    expect(status, text).to.equal(200)
  })
})
