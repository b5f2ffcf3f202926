// own browser: each test has options of its own
import { readdir } from 'node:fs/promises'
import { expect } from 'chai'
import { findChromium } from '#infra/setup/find-chromium.mjs'
import type { BrowserTabsOptions } from '#stages/render/adapters/browsers/browser-tabs.ts'
import { readSessionMemory } from '#stages/render/adapters/browsers/memory-limit.ts'
import { openTestTabs, type TestTabs } from '#test/support/browser/test-tabs.ts'
import { countInSessions, eventually } from '#test/support/service/processes.ts'
import { failureOf, tabsFixture } from './tabs-fixture.ts'

const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, one) => all + one, 0)

/** Puts variables of the environment back. */
function restore(before: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
}

describe('browsers of tabs', () => {
  let tabs: TestTabs
  const { site, use, visit, titleOf, browsers } = tabsFixture(() => tabs)
  afterEach(() => tabs?.close())
  const open = async (options: Partial<BrowserTabsOptions> = {}) => {
    tabs = await openTestTabs(options)
  }

  it('live in the United States by their words, and in UTC by their clock, wherever the machine is', async () => {
    const { TZ, LANG } = process.env
    Object.assign(process.env, { TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8' })
    try {
      await open()
      const written = await use(({ page, guard }) =>
        guard(
          page.evaluate(
            `[new Date(0).toLocaleString(), (1234.5).toLocaleString(), navigator.language].join(' ')`,
          ),
        ),
      )
      // A narrow space parts the time from AM.
      expect(String(written).replace('\u202f', ' ')).to.equal('1/1/1970, 12:00:00 AM 1,234.5 en-US')
    } finally {
      restore({ TZ, LANG })
    }
  })

  it('are all closed, however many there were, and cost no more in the end than at the start', async () => {
    await open({ concurrency: 2 })
    const six = () => Promise.all(Array.from({ length: 6 }, (_, i) => titleOf(`/${i}`)))
    await six()
    expect(await eventually(() => tabs.stats().warm === 2)).to.equal(true)
    const leaders = browsers()
    const before = countInSessions(leaders)
    const bytes = () =>
      sum([...readSessionMemory(new Set(leaders)).values()].map(({ totalBytes }) => totalBytes))
    const bytesBefore = bytes()
    for (let i = 0; i < 3; i++) expect(await six()).to.include('Page /5')
    expect(await eventually(() => tabs.stats().warm === 2)).to.equal(true)
    // A tab counts as warm from when its opening began.
    expect(await eventually(() => tabs.stats().contexts === 2)).to.equal(true)
    expect(tabs.stats()).to.deep.include({ launched: 1, browsers: 1, running: 0 })
    // Each of the 18 had a process; a browser may keep one in reserve, and lets go of them a moment later.
    expect(await eventually(() => countInSessions(leaders) <= before + 2)).to.equal(true)
    expect(bytes()).to.be.below(1.5 * bytesBefore)
  })

  it('that waited for their job too long are not used', async () => {
    await open({ warmAgeMs: 0 })
    expect(await titleOf('/a')).to.equal('Page /a')
    expect(await titleOf('/b')).to.equal('Page /b')
    expect(tabs.stats()).to.include({ launched: 1 })
  })

  describe('wait for a browser', () => {
    const failing = (times: number) => {
      let starts = 0
      return () => (++starts <= times ? '/bin/false' : findChromium())
    }

    it('that failed to start once, and none the wiser', async () => {
      await open({ findBrowser: failing(1) })
      expect(await titleOf('/a')).to.equal('Page /a')
    })

    it('in vain when it does not start, until it does', async () => {
      await open({ findBrowser: failing(3) })
      expect(await failureOf(titleOf('/a'))).to.equal('SERVICE_UNAVAILABLE')
      expect(tabs.isHealthy()).to.equal(false)
      expect(await eventually(() => tabs.isHealthy(), 30_000)).to.equal(true)
      expect(await titleOf('/a')).to.equal('Page /a')
      expect(tabs.logged.filter(({ level }) => level === 'error')).to.have.length(3)
    })

    it('and say so, while one that takes no more jobs is still at work', async () => {
      let starts = 0
      const once = () => (++starts === 1 ? findChromium() : null)
      await open({ concurrency: 2, maxJobs: 2, findBrowser: once })
      const lasting = Promise.withResolvers<void>()
      const job = use(() => lasting.promise)
      expect(await titleOf('/a')).to.equal('Page /a')
      expect(await eventually(() => !tabs.isHealthy(), 10_000)).to.equal(true)
      expect(tabs.stats()).to.include({ browsers: 1, running: 1 })
      lasting.resolve()
      await job
    })

    it('in vain where there is none, and say so', async () => {
      await open({ findBrowser: () => null })
      expect(await failureOf(titleOf('/a'))).to.equal('SERVICE_UNAVAILABLE')
      expect(await failureOf(titleOf('/a'))).to.equal('SERVICE_UNAVAILABLE')
      const errors = tabs.logged.map(({ about }) => String(about.err))
      expect(errors.join()).to.match(/no Chromium.*CHROME_PATH/)
    })
  })

  describe('share a browser', () => {
    it('for so many jobs only', async () => {
      await open({ maxJobs: 2 })
      for (const path of ['/1', '/2', '/3', '/4', '/5']) expect(await titleOf(path)).to.equal(`Page ${path}`)
      expect(tabs.stats()).to.include({ launched: 3, recycled: 2, crashed: 0 })
    })

    it('four at a time', async () => {
      await open({ concurrency: 5 })
      expect(await eventually(() => tabs.stats().browsers === 2, 20_000)).to.equal(true)
      expect(await Promise.all(['/1', '/2', '/3', '/4', '/5'].map(titleOf))).to.include('Page /5')
      expect(tabs.stats()).to.include({ launched: 2 })
    })

    it('that is replaced, and keep it until they are done', async () => {
      await open({ concurrency: 2, maxJobs: 2 })
      const { promise: isNext, resolve: goOn } = Promise.withResolvers<void>()
      let tries = 0
      const long = use(async ({ page, guard }) => {
        tries += 1
        await guard(isNext)
        return guard(page.evaluate('1 + 1'))
      })
      await titleOf('/1')
      await titleOf('/2')
      expect(tabs.stats()).to.include({ launched: 2, browsers: 2, recycled: 1 })
      goOn()
      expect([await long, tries]).to.deep.equal([2, 1])
      expect(await eventually(() => tabs.stats().browsers === 1)).to.equal(true)
    })

    it('for so long only', async () => {
      await open({ maxAgeMs: 0 })
      for (const path of ['/1', '/2']) expect(await titleOf(path)).to.equal(`Page ${path}`)
      expect(await eventually(() => tabs.stats().recycled === 2)).to.equal(true)
    })
  })

  describe('are stopped', () => {
    it('with all processes and profiles, after the jobs that run', async () => {
      await open({ concurrency: 2 })
      const job = titleOf('/last')
      await eventually(() => tabs.stats().browsers === 1, 30_000)
      const leaders = browsers()
      expect(leaders).to.have.length(1)
      expect(await job).to.equal('Page /last')
      await tabs.stop()
      expect(await eventually(() => countInSessions(leaders) === 0)).to.equal(true)
      expect(await readdir(tabs.folder)).to.deep.equal([])
      expect(await failureOf(titleOf('/too-late'))).to.equal('SERVICE_UNAVAILABLE')
    })

    it('with jobs that do not end, and those that wait', async () => {
      await open()
      const jobs = [1, 2].map(() => failureOf(use(visit('/endless'))))
      await eventually(() => site().hits('/endless') > 0)
      const leaders = browsers()
      await tabs.stop()
      expect(await Promise.all(jobs)).to.deep.equal(['SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE'])
      expect(await eventually(() => countInSessions(leaders) === 0)).to.equal(true)
    })

    it('while a browser starts', async () => {
      await open()
      await eventually(() => browsers().length > 0)
      const leaders = browsers()
      await tabs.stop()
      expect(await eventually(() => countInSessions(leaders) === 0)).to.equal(true)
      expect(await readdir(tabs.folder)).to.deep.equal([])
    })
  })
})
