import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import type { Measurement } from '#shared/messages/payloads/measurement.ts'
import type { Tab } from '../../tab/tab.ts'
import { forcedReflows } from './forced-reflows.ts'
import { mainThreadShares, type TraceEvent, type TraceTask, toTraceTask } from './main-thread-shares.ts'

/** The work of the main thread while the page existed. */
export type MainThreadWork = Required<Pick<Measurement, 'mainThread' | 'forcedReflows'>>

/** No trace. */
export const noWork: MainThreadWork = { mainThread: [], forcedReflows: [] }

/**
 * Tasks of the page, and JavaScript outside such tasks. The JavaScript profiler would cost a tenth of the time; tracing the tasks of the
 * browser as well would give twelve times as many events.
 */
const categories = ['devtools.timeline', 'v8.execute']
const BUFFER_KB = 65_536
/** Timeout for the delivery of the trace, in milliseconds; a busy page delays it. */
const STOP_MS = 3000

/** Starts a trace of the page's processes. A browser can record only one trace at a time. */
export async function traceMainThread(tab: Tab) {
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
    /**
     * The work of the main thread of the page's process. `other` is small, because tasks of the browser itself are not traced. Empty when
     * the browser does not deliver the whole trace in time.
     */
    async stop(): Promise<MainThreadWork> {
      const isComplete = await tab.guard(withTimeoutOrNull(endTrace(), STOP_MS))
      // The trace ends with its session in any case.
      await session.detach().catch(() => {})
      if (!isComplete) return noWork
      const frameId = targetInfo.targetId
      return {
        mainThread: mainThreadShares(tasks, frameId),
        forcedReflows: forcedReflows(tasks, frameId),
      }
    },
  }
}
