import type { Readable, Writable } from 'node:stream'
import type { ConnectionTransport } from 'puppeteer-core'

/** Chromium's `--remote-debugging-pipe`: messages end with a NUL. A browser whose pipe closes ends itself. */
export function pipeTransport(toBrowser: Writable, fromBrowser: Readable): ConnectionTransport {
  const transport: ConnectionTransport = {
    send(message) {
      if (toBrowser.writable) toBrowser.write(`${message}\0`)
    },
    close() {
      toBrowser.destroy()
      fromBrowser.destroy()
    },
  }
  // 'close' follows, and that is what counts.
  toBrowser.on('error', () => {})
  fromBrowser.on('error', () => {})
  fromBrowser.on(
    'data',
    reader((message) => transport.onmessage?.(message)),
  )
  // After the messages that have come in before it.
  fromBrowser.once('close', () => setImmediate(() => transport.onclose?.()))
  return transport
}

/** Cuts chunks into messages, each given in a turn of its own: one that is answered may change what the next one means. */
function reader(receive: (message: string) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = []
  return (chunk) => {
    let start = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      const message = Buffer.concat([...parts, chunk.subarray(start, end)]).toString()
      parts = []
      start = end + 1
      setImmediate(receive, message)
    }
    if (start < chunk.length) parts.push(chunk.subarray(start))
  }
}
