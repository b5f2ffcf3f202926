import { Transform } from 'node:stream'

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
