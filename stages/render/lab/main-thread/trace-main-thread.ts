import type { CDPSession } from 'puppeteer-core'
import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import type { Tab } from '../../tab/tab.ts'
import type { RecordedTrace } from './read-trace.ts'

/**
 * Tasks of the page, JavaScript outside such tasks, and layout shifts (`loading`). The JavaScript profiler would cost a tenth of the time; tracing the tasks of the
 * browser as well would give twelve times as many events.
 */
const categories = ['devtools.timeline', 'v8.execute', 'loading']
const BUFFER_KB = 65_536
/** Timeout for the delivery of the trace, in milliseconds; a busy page delays it. */
const STOP_MS = 3000
/** Bytes of the trace, which the browser compresses to a thirtieth, and of one piece of it. */
const MAX_BYTES = 32_000_000
const PIECE_BYTES = 1_000_000

/** Starts a trace of the page's processes. A browser can record only one trace at a time. */
export async function traceMainThread(tab: Tab) {
  const session = await tab.guard(tab.target.createCDPSession())
  const { targetInfo } = await tab.guard(tab.cdp.send('Target.getTargetInfo'))
  await tab.guard(
    session.send('Tracing.start', {
      // As a stream of text: events in messages would be parsed by the process, as many as the page makes.
      ...{ transferMode: 'ReturnAsStream', streamFormat: 'json', streamCompression: 'gzip' },
      traceConfig: {
        ...{ recordMode: 'recordUntilFull', traceBufferSizeInKb: BUFFER_KB },
        ...{ includedCategories: categories, excludedCategories: ['*'] },
      },
    }),
  )
  return {
    /** Ends the trace. Null when the browser does not deliver the whole trace in time. */
    async stop(): Promise<RecordedTrace | null> {
      const gzipped = await tab.guard(withTimeoutOrNull(endTrace(session), STOP_MS))
      // The trace ends with its session in any case.
      await session.detach().catch(() => {})
      return gzipped && { gzipped, frameId: targetInfo.targetId }
    },
  }
}

async function endTrace(session: CDPSession): Promise<Uint8Array | null> {
  const complete = Promise.withResolvers<string | null>()
  session.once('Tracing.tracingComplete', ({ dataLossOccurred, stream }) =>
    complete.resolve(dataLossOccurred ? null : (stream ?? null)),
  )
  await session.send('Tracing.end')
  const stream = await complete.promise
  return stream === null ? null : readStream(session, stream)
}

/** Null when there are too many bytes. */
async function readStream(session: CDPSession, handle: string): Promise<Uint8Array | null> {
  const pieces: Buffer[] = []
  let bytes = 0
  while (bytes <= MAX_BYTES) {
    const { data, base64Encoded, eof } = await session.send('IO.read', { handle, size: PIECE_BYTES })
    const piece = Buffer.from(data, base64Encoded ? 'base64' : 'utf8')
    bytes += piece.length
    pieces.push(piece)
    if (eof) return new Uint8Array(Buffer.concat(pieces))
  }
  return null
}
