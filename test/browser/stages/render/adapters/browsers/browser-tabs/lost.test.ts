// own browser: browsers are crashed and killed
import { expect } from 'chai'
import type { BrowserTabsOptions } from '#stages/render/adapters/browsers/browser-tabs.ts'
import { DeadlineExceeded } from '#stages/render/tab/tab.ts'
import { openTestTabs, type TestTabs } from '#test/support/browser/test-tabs.ts'
import { eventually } from '#test/support/service/processes.ts'
import { failureOf, type PageTab, tabsFixture } from './tabs-fixture.ts'

const MIB = 1024 * 1024

describe('browser tabs that are lost', () => {
  let tabs: TestTabs
  const { site, use, visit, titleOf, browsers } = tabsFixture(() => tabs)
  afterEach(() => tabs?.close())
  const open = async (options: Partial<BrowserTabsOptions> = {}) => {
    tabs = await openTestTabs(options)
  }

  it('are replaced once by another in another browser', async () => {
    await open()
    const tried: (number | undefined)[] = []
    const title = await use(async (tab) => {
      tried.push(browsers()[0])
      if (tried.length === 1) await tab.guard(tab.page.goto('chrome://crash'))
      await visit('/again')(tab)
      return tab.guard(tab.page.title())
    })
    expect(title).to.equal('Page /again')
    expect(new Set(tried).size).to.equal(2)
  })

  it('twice are the page’s fault, and the next job has a good one', async () => {
    await open()
    const crash = ({ page, guard }: PageTab) => guard(page.goto('chrome://crash'))
    expect(await failureOf(use(crash))).to.equal('BROWSER_CRASHED')
    expect(await titleOf('/next')).to.equal('Page /next')
  })

  it('because their browser was killed are all replaced, guarded or not', async () => {
    await open({ concurrency: 4 })
    let running = 0
    const work = (isGuarded: boolean) => {
      let tries = 0
      return use(async (tab) => {
        tries += 1
        if (tries > 1) return tab.page.evaluate('1 + 1')
        running += 1
        const going = tab.page.goto(site().url('/hanging'))
        return isGuarded ? tab.guard(going) : going
      })
    }
    const jobs = [true, false, true, false].map(work)
    expect(await eventually(() => running === 4 && site().hits('/hanging') === 4, 40_000)).to.equal(true)
    for (const pid of browsers()) process.kill(pid, 'SIGKILL')
    expect(await Promise.all(jobs)).to.deep.equal([2, 2, 2, 2])
    expect(tabs.stats()).to.include({ crashed: 1 })
    expect(await titleOf('/after')).to.equal('Page /after')
  })

  /** As a page would that breaks it: the browser of the tab is gone at once. */
  const crashBrowser = async ({ page, guard }: PageTab) => {
    const session = await page.browser().target().createCDPSession()
    await guard(session.send('Browser.crash'))
  }

  it('that take each browser of theirs along take nobody along twice', async () => {
    await open({ concurrency: 3 })
    const { promise: isGoodRunning, resolve: goOn } = Promise.withResolvers<void>()
    const crash = async (tab: PageTab) => {
      await tab.guard(isGoodRunning)
      await crashBrowser(tab)
    }
    const bad = [1, 2].map(() => failureOf(use(crash)))
    let tries = 0
    const good = use(async ({ guard, page }) => {
      tries += 1
      goOn()
      await guard(tries === 1 ? new Promise(() => {}) : Promise.all(bad))
      return guard(page.evaluate('1 + 1'))
    })
    expect(await Promise.all([...bad, good])).to.deep.equal(['BROWSER_CRASHED', 'BROWSER_CRASHED', 2])
    expect(tries).to.equal(2)
  })

  it('may not take the memory that others in their browser have a right to', async () => {
    await open({ concurrency: 2, memoryBytes: 512 * 2 ** 20 })
    const held = Promise.withResolvers<void>()
    const other = use(() => held.promise)
    const greedy = use(async ({ page, guard }) => {
      await guard(page.evaluate(`void (window.kept = new Uint8Array(600 * 2 ** 20).fill(1))`))
      await guard(new Promise(() => {}))
    })
    const outcome = await greedy.then(
      () => 'it was let be',
      (error: { code?: string }) => error.code,
    )
    held.resolve()
    await other
    expect(outcome).to.equal('BROWSER_CRASHED')
  })

  it('for the memory a page takes cost the others one more try, and that page is told of', async () => {
    await open({ concurrency: 2, memoryBytes: 500 * MIB, memoryCheckMs: 50 })
    let tries = 0
    const { promise: hungryEnded, resolve } = Promise.withResolvers<void>()
    const [hungry, other] = await Promise.all([
      failureOf(
        use(async (tab) => {
          await visit('/hungry')(tab)
          await tab.guard(new Promise(() => {}))
        }),
      ).finally(resolve),
      use(async ({ page, guard }) => {
        tries += 1
        await guard(hungryEnded)
        return guard(page.evaluate('1 + 1'))
      }),
    ])
    expect({ hungry, other, tries }).to.deep.equal({ hungry: 'BROWSER_CRASHED', other: 2, tries: 2 })
    expect(tabs.logged.map(({ about }) => String(about.reason)).join()).to.match(
      /too much memory: \d{3,} MiB/,
    )
  })

  it('end with their browser when that is stuck, and the next job has another', async () => {
    await open({ tabTimeoutMs: 5000, closeTimeoutMs: 100 })
    const job = use(async () => {
      for (const pid of browsers()) process.kill(pid, 'SIGSTOP')
      await new Promise(() => {})
    }, 300)
    expect(await job.catch((error) => error)).to.be.instanceOf(DeadlineExceeded)
    expect(await titleOf('/next')).to.equal('Page /next')
    expect(tabs.stats()).to.include({ launched: 2, recycled: 1 })
  })
})
