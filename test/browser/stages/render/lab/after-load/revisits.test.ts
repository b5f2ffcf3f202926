import { expect } from 'chai'
import { measureRevisits } from '#stages/render/lab/after-load/revisits.ts'
import { makeTimeFor } from '#stages/render/lab/after-load/time-limits.ts'
import type { Instruments } from '#stages/render/lab/instruments.ts'
import { makeOptionalMetrics } from '#stages/render/lab/optional-metrics.ts'
import { measuring } from '../measuring.ts'

describe('revisits', () => {
  const { measure, measureAll, tabs, site, ports } = measuring()

  it('tell how a page is served again, and whether it returns from the back/forward cache', async () => {
    const { requests, backForwardCache, missing } = await measureAll('/still')
    expect(requests[0]?.secondView).to.equal('network')
    expect(backForwardCache).to.deep.equal([])
    expect(missing).to.deep.equal({})
  })

  it('do not take the measurement with them when the page crashes', async () => {
    const instruments = { throttle: { lift: async () => {} } } as unknown as Instruments
    const { revisited, missing } = await (await tabs()).useExclusive(
      async (tab) => {
        const metrics = makeOptionalMetrics(tab, ports().logger)
        const timeFor = makeTimeFor(performance.now() + 4000)
        const view = { finalUrl: site().url('/image-1500'), waitUntil: 'load' } as const
        const revisits = measureRevisits(tab, instruments, metrics, view, timeFor)
        tab.cdp.on('Page.frameNavigated', ({ frame }) => {
          if (frame.url === view.finalUrl) tab.cdp.send('Page.crash').catch(() => {})
        })
        await tab.cdp.send('Page.enable')
        return { revisited: await revisits, missing: metrics.missing }
      },
      { deadlineMs: 20_000, signal: new AbortController().signal },
    )
    expect(revisited.backForwardCache).to.equal(null)
    expect(missing).to.include.keys('back_forward_cache', 'coverage')
  })

  it('are missing together when the page does not answer', async () => {
    const { backForwardCache, missing } = await measure('/loop-after-load', { timeout: 3000 })
    expect(backForwardCache).to.equal(null)
    expect(missing).to.include({ second_view: 'page_busy', back_forward_cache: 'page_busy' })
  })
})
