import { expect } from 'chai'
import { measureReturn } from '#stages/render/lab/interaction/leave-and-return.ts'
import { makeOptionalMetrics } from '#stages/render/lab/optional-metrics.ts'
import { loadRepeatView } from '#stages/render/lab/requests/repeat-view.ts'
import { html } from '#test/site/lab-resources/pages.ts'
import type { Route } from '#test/support/sites/target-site.ts'
import { measuring, untilTimeForAll } from '../measuring.ts'

const words = html('<p>Words')
let visits = 0
/** Answers the first time only. */
const onceAnswered: Route = (request, response) => (visits++ === 0 ? words(request, response) : undefined)

describe('leaving a page and returning to it', () => {
  const { measure, measureAll, tabs, ports, site } = measuring({
    '/busy-when-left': html(`<p>Words<script>onpagehide = () => {
      if (sessionStorage.left) for (;;);
      sessionStorage.left = 'for the repeat view'
    }</script>`),
    '/asks': html('<p>Words<script>onbeforeunload = (event) => event.preventDefault()</script>'),
    '/once': onceAnswered,
  })

  it('is given up when the page does not let go, and nothing else is lost', async () => {
    const busy = () => measure('/busy-when-left')
    const { backForwardCache, missing, vitals } = await untilTimeForAll(busy, 'back_forward_cache')
    expect(backForwardCache).to.equal(null)
    expect(missing).to.deep.equal({ back_forward_cache: 'no_time' })
    expect(vitals.lcp.value).to.be.above(0)
  })

  it('restores a page that nothing keeps out of the cache', async () => {
    const types: string[] = []
    const blockers = await (await tabs()).useExclusive(
      async (tab) => {
        tab.cdp.on('Page.frameNavigated', ({ type }) => types.push(type))
        await loadRepeatView(tab, { url: site().url('/asks'), waitUntil: 'load', budgetMs: 3000 })
        return measureReturn(tab, makeOptionalMetrics(tab, ports().logger), 1500)
      },
      { deadlineMs: 10_000, signal: new AbortController().signal },
    )
    expect(blockers).to.deep.equal([])
    expect(types.at(-1)).to.equal('BackForwardCacheRestore')
  })

  it('does not lose the job when the page crashes in it', async () => {
    const crashed = await (await tabs()).useExclusive(
      async (tab) => {
        const metrics = makeOptionalMetrics(tab, ports().logger)
        tab.forgoPage()
        tab.cdp.once('Page.frameNavigated', () => tab.cdp.send('Page.crash').catch(() => {}))
        return { blockers: await measureReturn(tab, metrics, 1500), missing: metrics.missing }
      },
      { deadlineMs: 10_000, signal: new AbortController().signal },
    )
    expect(crashed.blockers).to.equal(null)
    expect(crashed.missing).to.deep.equal({ back_forward_cache: 'failed' })
  })

  it('works with a page that would ask visitors to stay', async () => {
    const { backForwardCache, missing } = await measureAll('/asks')
    expect(backForwardCache).to.deep.equal([])
    expect(missing).to.deep.equal({})
  })

  it('needs the repeat view', async () => {
    const { backForwardCache, missing } = await measure('/once')
    expect(backForwardCache).to.equal(null)
    const outOfTime = 'out_of_time'
    expect(missing).to.deep.equal({
      ...{ second_view: outOfTime, coverage: outOfTime, back_forward_cache: outOfTime },
    })
  })
})
