import type { MainThreadShare } from '#shared/messages/payloads/measurement.ts'
import { withTimeoutOrNull } from '../../../../shared/async/timeout-or-null.ts'
import type { Tab } from '../../tab/tab.ts'
import { mainThreadShares } from './main-thread-shares.ts'
import { type TraceEvent, type TraceTask, toTraceTask } from './trace-tasks.ts'

export interface MainThreadTrace {
  /**
   * What the main thread of the page's process was busy with, as long as the page was there. `other` is little: the browser's
   * own errands are not seen. Empty where the browser did not hand the trace over in time, or not all of it.
   */
  stop(): Promise<MainThreadShare[]>
}

/**
 * The page's work, and JavaScript that no event of the page leads to. JavaScript's profiler would cost a tenth of the time (facts
 * page lab, section 5), the browser's own tasks twelve times the events.
 */
const categories = ['devtools.timeline', 'v8.execute']
const BUFFER_KB = 65_536
/** Until the browser has handed all over, in milliseconds; a page that is busy is waited for. */
const STOP_MS = 3000

/** Traces what the page does, from now on. A browser has one trace at a time; this one sees the page's processes alone. */
export async function traceMainThread(tab: Tab): Promise<MainThreadTrace> {
  const session = await tab.guard(tab.target.createCDPSession())
  const { targetInfo } = await tab.guard(tab.cdp.send('Target.getTargetInfo'))
  const tasks: TraceTask[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[]) {
      const task = toTraceTask(event)
      if (task !== null) tasks.push(task)
    }
  })
  await tab.guard(
    session.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: {
        ...{ recordMode: 'recordUntilFull', traceBufferSizeInKb: BUFFER_KB },
        ...{ includedCategories: categories, excludedCategories: ['*'] },
      },
    }),
  )
  async function endTrace(): Promise<boolean> {
    const complete = Promise.withResolvers<boolean>()
    session.once('Tracing.tracingComplete', ({ dataLossOccurred }) => complete.resolve(!dataLossOccurred))
    await session.send('Tracing.end')
    return complete.promise
  }
  return {
    async stop() {
      const isComplete = await tab.guard(withTimeoutOrNull(endTrace(), STOP_MS))
      // It ends with its session in any case.
      await session.detach().catch(() => {})
      return isComplete ? mainThreadShares(tasks, targetInfo.targetId) : []
    },
  }
}
