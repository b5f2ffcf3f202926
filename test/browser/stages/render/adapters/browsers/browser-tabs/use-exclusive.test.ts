// own browser: it has several tabs at a time
import { expect } from 'chai'
import type { Tab } from '#stages/render/tab/tab.ts'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { openTestTabs, type TestTabs } from '#test/support/browser/test-tabs.ts'

const never = new AbortController().signal

/** Opens another tab: meanwhile whoever may would have one too. */
async function tarry({ target }: Tab): Promise<void> {
  const context = await target.browser().createBrowserContext()
  await context.newPage()
  await context.close()
}

describe('useExclusive', () => {
  let tabs: TestTabs

  before(async function () {
    requireBrowser(this)
    tabs = await openTestTabs({ concurrency: 3 })
  })
  after(() => tabs?.close())

  it('has no other beside it, whoever comes first, and everyone has a turn', async () => {
    const inUse = new Set<string>()
    const beside: string[] = []
    const order: string[] = []
    const work = (name: string) => async (tab: Tab) => {
      order.push(name)
      inUse.add(name)
      await tarry(tab)
      beside.push(`${name} with ${inUse.size - 1}`)
      inUse.delete(name)
    }
    const timing = { deadlineMs: 30_000, signal: never }
    await Promise.all([
      tabs.useShared(work('a'), timing),
      tabs.useExclusive(work('M1'), timing),
      tabs.useShared(work('b'), timing),
      tabs.useExclusive(work('M2'), timing),
      tabs.useShared(work('c'), timing),
    ])
    expect(beside).to.include.members(['M1 with 0', 'M2 with 0'])
    expect(order.filter((name) => name.startsWith('M'))).to.deep.equal(['M1', 'M2'])
    expect([order[0], order.slice(2, 4).sort()]).to.deep.equal(['a', ['b', 'c']])
  })

  it('lets others have theirs when its work fails or its time is over', async () => {
    const late = tabs.useExclusive(() => new Promise(() => {}), { deadlineMs: 200, signal: never })
    const next = tabs.useShared(async () => 'done', { deadlineMs: 30_000, signal: never })
    expect(await late.catch((error: Error) => error.name)).to.equal('DeadlineExceeded')
    const failing = tabs.useExclusive(() => Promise.reject(new Error('broken')), {
      deadlineMs: 30_000,
      signal: never,
    })
    expect(await failing.catch((error: Error) => error.message)).to.equal('broken')
    expect(await next).to.equal('done')
  })
})
