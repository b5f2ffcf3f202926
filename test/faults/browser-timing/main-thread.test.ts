import { expect } from 'chai'
import { noWork, readTrace } from '#stages/render/lab/main-thread/read-trace.ts'
import { traceMainThread } from '#stages/render/lab/main-thread/trace-main-thread.ts'
import { labPages } from '#test/browser/stages/render/lab/lab-pages.ts'
import { allBusy, millisecondsOf } from '#test/browser/stages/render/lab/main-thread/busy-scripts.ts'
import { busyPages } from '#test/site/lab-resources/pages.ts'

describe('the trace of the main thread on a quiet machine', function () {
  this.timeout(60_000)
  const { open } = labPages(busyPages)

  it('has little more than the durations that scripts measure themselves', async () => {
    const { tab, load, evaluate } = await open()
    const tracing = await traceMainThread(tab)
    await load('/busy')
    const known = (await evaluate(allBusy)) as Record<string, number>
    const recorded = await tracing.stop()
    const { mainThread } = recorded === null ? noWork : readTrace(recorded)
    const { 'after-fetch': afterFetch = Number.NaN, ...attributed } = known
    expect(millisecondsOf(mainThread, 'script, gc', null)).to.be.below(afterFetch * 1.5 + 10)
    for (const [name, ms] of Object.entries(attributed)) {
      // The loop makes garbage; beside it there is compiling and calling.
      expect(millisecondsOf(mainThread, 'script, gc', `/${name}.js`), name).to.be.below(ms * 1.5 + 10)
    }
  })
})
