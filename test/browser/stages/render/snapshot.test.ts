import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { expect } from 'chai'
import type { Failure } from '#shared/errors.ts'
import { fromRecord } from '#shared/messages/events/cloud-event.ts'
import { readPageRendered } from '#shared/messages/events/page-rendered.ts'
import type { HostResponse } from '#shared/politeness/host-rate-limiter.ts'
import { renderHandler } from '#stages/render/render-handler.ts'
import type { Tab, Tabs } from '#stages/render/tab/tab.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { openWorkerTab } from '#test/support/browser/worker-browser.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'
import { asRead } from '#test/unit/shared/messages/log-record.ts'
import { noTabs, renderFixture, requested } from '#test/unit/stages/render/render-handler-fixture.ts'

describe('snapshots and measurements of the render step', () => {
  const { stored, asked, ports, handle } = renderFixture()
  let site: TargetSite

  before(async function () {
    requireBrowser(this)
    const html = (text: string) => (_: unknown, response: ServerResponse) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end(text)
    site = await openSite({
      routes: {
        '/from': (_, response) => void response.writeHead(302, { location: '/to' }).end(),
        '/untitled': html('<p>Hello'),
        '/wall': html('<title>Captcha</title>'),
        '/tall': html('<body style="margin: 0"><div style="height: 17000px">Tall</div>'),
      },
    })
  })
  after(() => site?.close())

  const tabs: Tabs = {
    ...noTabs,
    async useShared<T>(work: (tab: Tab) => Promise<T>): Promise<T> {
      const { tab, close } = await openWorkerTab()
      return work(tab).finally(close)
    },
    useExclusive: (...asked) => tabs.useShared(...asked),
  }

  it('forwards the measurement to the score stage', async () => {
    const event = requested({ url: site.url('/'), waitUntil: 'load' }, 'interactive', 'performance')
    const signal = new AbortController().signal
    const effect = await renderHandler(ports({ tabs })).handle({ event, lane: 'interactive', signal })
    if (!('next' in effect)) throw new Error('nothing to judge')
    const decoded = effect.next.map((record) => fromRecord(asRead(record)))[0]
    if (decoded === undefined || 'reason' in decoded) throw new Error('no event')
    const { request, measurement } = readPageRendered(decoded.event, 'interactive')
    expect(effect.next[0]?.topic).to.equal('page.rendered.interactive')
    expect(request).to.include({ operation: 'performance', url: site.url('/') })
    expect(request.timing).to.match(/^render;dur=\d/)
    const { finalUrl, vitals } = await measurement(ports({}).objects)
    expect(finalUrl).to.equal(site.url('/'))
    expect(vitals.lcp.value).to.be.above(0)
  })

  it('stores the image under the hash of its bytes', async () => {
    const viewport = { width: 320, height: 240 }
    const effect = await handle({ tabs }, { url: site.url('/'), viewport, format: 'png', waitUntil: 'load' })
    if (!('resultJson' in effect)) throw new Error('no result')
    const result = JSON.parse(effect.resultJson)
    const image = stored.get(`images/${result.checksum}.png`)
    expect(image?.contentType).to.equal('image/png')
    expect(
      createHash('sha256')
        .update(image?.body ?? '')
        .digest('hex'),
    ).to.equal(result.checksum)
    expect(result).to.include({
      screenshot_url: `https://pageprobe.test/images/${result.checksum}.png`,
      size_bytes: image?.body.length,
      width: 320,
      height: 240,
    })
    expect(effect.inspection.timing).to.match(/^render;dur=\d/)
  })

  it('stores a page that webp cannot hold as jpeg where no format was asked for, in both lanes', async () => {
    const asks = { url: site.url('/tall'), viewport: { width: 320, height: 240 }, fullPage: true }
    for (const lane of ['interactive', 'batch'] as const) {
      stored.clear()
      const event = requested({ ...asks, waitUntil: 'load' }, lane)
      const permit = { release: async () => {} }
      const robots = { assertAllowed: async () => ({ crawlDelayMs: null }) }
      const step = renderHandler(ports({ tabs, robots, turns: { acquire: async () => ({ permit }) } }))
      const effect = await step.handle({ event, lane, signal: new AbortController().signal })
      if (!('resultJson' in effect)) throw new Error('no result')
      const result = JSON.parse(effect.resultJson)
      expect(result).to.include({ width: 320, height: 17_000, format: 'jpeg' })
      expect(result.screenshot_url).to.equal(`https://pageprobe.test/images/${result.checksum}.jpeg`)
      expect(stored.get(`images/${result.checksum}.jpeg`)?.contentType).to.equal('image/jpeg')
    }
    const error = await rejectionOf(handle({ tabs }, { ...asks, format: 'webp', waitUntil: 'load' }))
    expect((error as Failure).message).to.match(/17000 px tall .*use format png or jpeg, selector/)
  })

  it('stores no image above the maximum size, and suggests how to reduce it', async () => {
    stored.clear()
    const asks = {
      url: site.url('/'),
      viewport: { width: 320, height: 240 },
      format: 'png',
      waitUntil: 'load',
    }
    const maxImageBytes = 60 // a PNG has 57 bytes at least, for one pixel (PNG, third edition, 5.2 and 5.6)
    const error = await rejectionOf(handle({ tabs, maxImageBytes }, asks))
    expect((error as Failure).code).to.equal('PAGE_TOO_TALL')
    expect((error as Failure).message).to.match(/above the limit of 60: use selector.*quality/)
    expect([...stored]).to.deep.equal([])
  })

  it('detects a bot challenge by the title, not by the URL', async () => {
    const blockedAt = async (path: string) => {
      const url = site.url(path).replace('127.0.0.2', 'captcha.loopback.test')
      const effect = await handle({ tabs }, { url, viewport: { width: 320, height: 240 } })
      if (!('resultJson' in effect)) throw new Error('no result')
      return [effect.blocked, JSON.parse(effect.resultJson).cache_ttl_seconds]
    }
    expect(await blockedAt('/untitled')).to.deep.equal([null, 86_400])
    expect(await blockedAt('/wall')).to.deep.equal(['captcha', 60])
  })

  it('uses a permit in the batch lane, and reports the first response', async () => {
    const ended: HostResponse[] = []
    const permit = { release: async (visit: HostResponse) => void ended.push(visit) }
    const robots = { assertAllowed: async () => ({ crawlDelayMs: 3000 }) }
    const step = renderHandler(ports({ tabs, robots, turns: { acquire: async () => ({ permit }) } }))
    const event = requested({ url: site.url('/from'), waitUntil: 'load' }, 'batch')
    await step.handle({ event, lane: 'batch', signal: new AbortController().signal })
    expect(ended).to.have.length(1)
    expect(ended[0]).to.include({ status: 302, crawlDelayMs: 3000, retryAfterMs: null, isFailed: false })
    expect(ended[0]?.responseMs).to.be.within(0, 20_000)
  })

  it('checks the robots.txt of the final URL as well', async () => {
    asked.length = 0
    await handle({ tabs }, { url: site.url('/from'), waitUntil: 'load' })
    expect(asked).to.deep.equal([site.url('/from'), site.url('/to')])
  })

  it('does not return a page that has exceeded its bytes', async () => {
    const heavy: Tabs = {
      ...noTabs,
      useShared: (work, options) =>
        tabs.useShared((tab) => {
          // As the proxy says when a page goes on loading while it is captured.
          const proxy = { ...tab.proxy, exceeded: () => 'bytes' as const }
          return work({ ...tab, proxy })
        }, options),
    }
    const error = await handle({ tabs: heavy }, { url: site.url('/'), waitUntil: 'load' }).catch(
      (e: unknown) => e,
    )
    expect((error as Failure).code).to.equal('RESPONSE_TOO_LARGE')
  })
})
