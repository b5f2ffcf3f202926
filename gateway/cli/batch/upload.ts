import { Transform } from 'node:stream'
import type { Display } from './terminal/display.ts'

const NEWLINE = 0x0a
/** In milliseconds. The service closes a request whose body makes no progress for 30 s. */
const INTERVAL_MS = 10_000
/** Limit for an unfinished line; a longer one is sent in parts. */
const MAX_HELD_BYTES = 65_536

/**
 * Passes on whole lines at once. While none arrives, sends a space now and then ahead of the next line, where it has
 * no meaning: the producer of the lines may be slow, and the body still makes progress.
 */
export function keepAliveBody(intervalMs = INTERVAL_MS): Transform {
  let held = Buffer.alloc(0)
  let isBetweenLines = true
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      timer.refresh()
      const all = Buffer.concat([held, chunk])
      const end = all.lastIndexOf(NEWLINE) + 1
      const sent = all.length - end > MAX_HELD_BYTES ? all : all.subarray(0, end)
      held = all.subarray(sent.length)
      if (sent.length > 0) isBetweenLines = sent.at(-1) === NEWLINE
      done(null, sent)
    },
    flush: (done) => done(null, held),
    destroy(error, done) {
      clearInterval(timer)
      done(error)
    },
  })
  const timer = setInterval(() => {
    if (isBetweenLines && body.readableLength === 0) body.push(' ')
  }, intervalMs)
  return body
}

/** How often progress is shown, in milliseconds. A shorter upload shows nothing. */
const DISPLAY_INTERVAL_MS = 1000

/** Passes on the chunks of an upload and shows its progress until `end`. */
export function trackUpload(
  chunks: AsyncIterable<Uint8Array | string>,
  total: number | null,
  display: Display,
) {
  let bytes = 0
  let isAll = false
  const startedAt = performance.now()
  const timer = setInterval(() => {
    display.upload({ bytes, total, isAll, seconds: (performance.now() - startedAt) / 1000 })
  }, DISPLAY_INTERVAL_MS)

  async function* counted(): AsyncGenerator<Uint8Array | string> {
    for await (const chunk of chunks) {
      yield chunk
      bytes += chunk.length
    }
    isAll = true
  }
  return { chunks: counted(), end: () => clearInterval(timer) }
}
