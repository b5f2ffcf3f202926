import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import { DeadlineExceeded } from '#stages/render/tab/tab.ts'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import type { TestTabs } from '#test/support/browser/test-tabs.ts'
import { workerTabs } from '#test/support/browser/worker-tabs.ts'
import { eventually } from '#test/support/service/processes.ts'
import { failureOf, garbageCollector, type PageTab, tabsFixture } from './browser-tabs/tabs-fixture.ts'

describe('browser tabs', () => {
  let tabs: TestTabs
  let launchedBefore = 0
  before(async function () {
    requireBrowser(this)
    tabs = await workerTabs()
  })
  beforeEach(() => {
    launchedBefore = tabs.stats().launched
  })
  const { site, use, visit, titleOf } = tabsFixture(() => tabs)

  it('reach sites by a proxy of their own, and no others', async () => {
    const [counts, refusals] = await use(async (tab) => {
      await visit('/a')(tab)
      const counts = tab.proxy.counts()
      await tab.guard(tab.page.goto('http://10.0.0.1/')).catch(() => {})
      return [counts, tab.proxy.refusals()] as const
    })
    expect(counts).to.include({ refused: 0, unreachable: 0 })
    expect(counts.requests).to.be.above(0)
    expect(refusals).to.deep.equal([{ host: '10.0.0.1', port: 80, reason: 'address_not_allowed' }])
  })

  it('leave nothing behind for the next one', async () => {
    const leave = `(async () => {
      document.cookie = 'left=behind; max-age=600'
      localStorage.left = 'behind'
      await navigator.serviceWorker.register('/worker.js')
      await navigator.serviceWorker.ready
      await caches.open('left')
      await (await fetch('/cached')).text()
    })()`
    const find = `(async () => {
      await (await fetch('/cached')).text()
      const workers = await navigator.serviceWorker.getRegistrations()
      return [document.cookie, localStorage.length, workers.length, (await caches.keys()).length].join()
    })()`
    const visitAnd = (script: string) => async (tab: PageTab) => {
      await visit('/a')(tab)
      return tab.guard(tab.page.evaluate(script))
    }
    await use(visitAnd(leave))
    await use(visitAnd(leave))
    expect(site().hits('/cached')).to.equal(2)
    expect(await use(visitAnd(find))).to.equal(',0,0,0')
    expect(site().hits('/cached')).to.equal(3)
    expect(tabs.stats()).to.include({ launched: launchedBefore })
  })

  it('have one page only', async () => {
    const pages = await use(async ({ page, guard }) => {
      await guard(page.evaluate(`for (let i = 0; i < 5; i++) open('about:blank')`))
      await guard(page.setContent(`<a href="about:blank" target=_blank>x</a>`))
      await guard(page.click('a'))
      // The browser opens windows, if it does, before it answers.
      const session = await guard(page.createCDPSession())
      await guard(session.send('Target.getTargets'))
      return page.browserContext().pages()
    })
    expect(pages).to.have.length(1)
  })

  describe('whose time is over', () => {
    it('end, whatever their page does, and the next job is fine', async () => {
      let signal: AbortSignal | undefined
      const job = use((tab) => {
        signal = tab.signal
        return visit('/endless')(tab)
      }, 500)
      expect(await job.catch((error) => error)).to.be.instanceOf(DeadlineExceeded)
      expect(signal?.aborted).to.equal(true)
      expect(await titleOf('/next')).to.equal('Page /next')
      expect(tabs.stats()).to.include({ launched: launchedBefore })
    })

    it('end, even when the work never looks at them', async () => {
      const job = use(() => new Promise(() => {}), 300)
      expect(await job.catch((error) => error)).to.be.instanceOf(DeadlineExceeded)
    })
  })

  describe('that the caller gives up', () => {
    it('end with the reason', async () => {
      const caller = new AbortController()
      const job = use(
        async (tab) => {
          caller.abort(new Error('changed my mind'))
          await tab.guard(new Promise(() => {}))
        },
        30_000,
        caller.signal,
      )
      expect(await job.catch((error) => error.message)).to.equal('changed my mind')
    })

    it('before their turn are never opened', async () => {
      const caller = new AbortController()
      let isUsed = false
      const first = titleOf('/first')
      const second = use(
        async () => {
          isUsed = true
        },
        30_000,
        caller.signal,
      )
      caller.abort(new Error('changed my mind'))
      expect(await second.catch((error) => error.message)).to.equal('changed my mind')
      await first
      await titleOf('/third')
      expect(isUsed).to.equal(false)
    })
  })

  it('keep nothing of a job that is done', async () => {
    const collectGarbage = garbageCollector()
    const results: WeakRef<object>[] = []
    for (let i = 0; i < 5; i++) results.push(new WeakRef(await use(async () => ({ i }))))
    const isGone = () => {
      collectGarbage()
      // The last job's is the queue's until the next.
      return results.slice(0, -1).every((result) => result.deref() === undefined)
    }
    expect(await eventually(isGone)).to.equal(true)
    expect(tabs.stats()).to.include({ launched: launchedBefore })
  })

  it('reject as the work does', async () => {
    const job = use(() => Promise.reject(new Failure('PAGE_TOO_TALL', 'too tall')))
    expect(await failureOf(job)).to.equal('PAGE_TOO_TALL')
  })
})
