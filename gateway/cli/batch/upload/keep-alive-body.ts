import { Transform } from 'node:stream'

const NEWLINE = 0x0a
/** The service gives up a body that stands still for 30 s. In milliseconds. */
const INTERVAL_MS = 10_000
/** Of a line that has begun; a longer one is sent as it comes. */
const MAX_HELD_BYTES = 65_536

/**
 * Hands lines on as soon as they are whole. While none comes, now and then a space goes ahead of the next one, where it
 * means nothing: whoever makes the lines may take his time, and the body still moves.
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
