import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { noWork, type RecordedTrace, readTrace } from '#stages/render/lab/main-thread/read-trace.ts'
import { traceMainThread } from '#stages/render/lab/main-thread/trace-main-thread.ts'
import { eventually } from '#test/contract/eventually.ts'
import { abroad, busyPages, html, script } from '#test/site/lab-resources/pages.ts'
import { type LabPage, labPages } from '../lab-pages.ts'
import { allBusy, millisecondsOf } from './busy-scripts.ts'

const layout = html('<p>x<script src=/rows.js></script>')

describe('the trace of the main thread', () => {
  let lateMs = 0
  const { open } = labPages(
    {
      ...busyPages,
      '/layout': layout,
      '/rows.js': script(`for (let i = 0; i < 2000; i++) document.body.append(document.createElement('p'), i)
        document.body.offsetHeight`),
      '/with-frame': abroad((origin) => `<iframe src="${origin}/busy"></iframe>`),
      '/leads-on': abroad(
        (origin) => `<script>onload = () => location.replace('${origin}/late-layout')</script>`,
      ),
      // The process for it is started ahead of its answer, and takes a moment to join the trace.
      '/late-layout': async (...exchange) => {
        await delay(lateMs)
        await layout(...exchange)
      },
    },
    { hosts: 2 },
  )

  const sharesOf = (recorded: RecordedTrace | null) =>
    recorded === null ? [] : readTrace(recorded).mainThread

  async function trace(path: string, more: (page: LabPage) => Promise<unknown> = async () => {}) {
    const opened = await open()
    const tracing = await traceMainThread(opened.tab)
    await opened.load(path)
    await more(opened)
    return sharesOf(await tracing.stop())
  }

  it('has the durations that scripts measure themselves; how much more, test/faults/browser-timing tells', async () => {
    let known: Record<string, number> = {}
    const shares = await trace('/busy', async (opened) => {
      known = (await opened.evaluate(allBusy)) as Record<string, number>
    })
    expect(known).to.have.all.keys('40', '60', '120', 'timer', 'promise', 'after-fetch')
    const { 'after-fetch': afterFetch = Number.NaN, ...attributed } = known
    // Nobody tells whose promise it was.
    expect(millisecondsOf(shares, 'script, gc', null)).to.be.at.least(afterFetch - 1)
    for (const [name, ms] of Object.entries(attributed)) {
      expect(millisecondsOf(shares, 'script, gc', `/${name}.js`), name).to.be.at.least(ms - 1)
    }
  })

  it('separates scripts from the layout that they force', async () => {
    const shares = await trace('/layout')
    expect(millisecondsOf(shares, 'style_layout', '/rows.js')).to.be.above(0)
    expect(shares.some(({ url, kind }) => kind === 'parse' && url === null)).to.equal(true)
  })

  it('covers the thread of the page, not that of a frame in another process', async () => {
    expect(millisecondsOf(await trace('/with-frame'), 'script', '.js')).to.equal(0)
  })

  async function traceAbroad(): Promise<number> {
    const { tab, load } = await open()
    const tracing = await traceMainThread(tab)
    const arrived = new Promise((resolve) => {
      tab.cdp.on('Page.frameNavigated', ({ frame }) => {
        if (frame.url.endsWith('/late-layout')) tab.cdp.once('Page.loadEventFired', resolve)
      })
    })
    await load('/leads-on')
    await arrived
    return millisecondsOf(sharesOf(await tracing.stop()), 'script, style_layout', '/rows.js')
  }

  it('continues when the page moves to another process', async () => {
    await eventually(async () => {
      lateMs = lateMs * 2 + 200
      return (await traceAbroad()) > 0
    })
  })

  it('is empty for a page that did not load', async () => {
    const { tab } = await open()
    const recorded = await (await traceMainThread(tab)).stop()
    expect(recorded && readTrace(recorded)).to.deep.equal(noWork)
  })

  it('ends although the page is busy, and leaves the browser free for the next trace', async () => {
    await trace('/layout', async ({ hang }) => hang())
    expect(await trace('/layout')).not.to.deep.equal([])
  })
})
