import type { Readable, Writable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { ConnectionTransport } from 'puppeteer-core'
import { makeTabBytes } from './tab-bytes.ts'

export interface PipeLimits {
  /** Bytes of one message, and of all those to the browser that it has not read yet. */
  readonly messageBytes: number
  /** Bytes of all messages that one browser context causes, and of those that belong to none. */
  readonly tabBytes: number
}

export interface BrowserPipe {
  readonly transport: ConnectionTransport
  /** Why the pipe was closed from this side, null as long as it was not. */
  fault(): string | null
}

/** In messages for people. */
const MIB = 1024 * 1024

/**
 * Chromium's `--remote-debugging-pipe`: messages end with a NUL. A browser whose pipe closes ends itself. The pipe is closed when a
 * message crosses a limit, which is noticed while its bytes come in, and when a handler of a message throws or rejects: what a
 * page makes its browser say ends that browser at most.
 */
export function pipeTransport(toBrowser: Writable, fromBrowser: Readable, limits: PipeLimits): BrowserPipe {
  let fault: string | null = null
  const fail = (why: string) => {
    fault ??= why
    transport.close()
  }
  const transport: ConnectionTransport = {
    send(message) {
      if (!toBrowser.writable) return
      toBrowser.write(`${message}\0`)
      if (toBrowser.writableLength > limits.messageBytes) fail('it does not read what it is sent')
    },
    close() {
      toBrowser.destroy()
      fromBrowser.destroy()
    },
  }
  const handle = guarded(fail)
  const tabs = makeTabBytes(limits.tabBytes)
  const receive = (message: string, bytes: number) => {
    if (fault !== null) return
    if (!tabs.admit(message, bytes)) fail(`a page makes it send over ${limits.tabBytes / MIB} MiB`)
    else handle(() => transport.onmessage?.(message))
  }
  // 'close' follows, and that is what counts.
  toBrowser.on('error', () => {})
  fromBrowser.on('error', () => {})
  const tooLong = () => fail(`it sends a message of over ${limits.messageBytes / MIB} MiB`)
  const read = reader(limits.messageBytes, receive, tooLong)
  fromBrowser.on('data', (chunk: Buffer) => fault === null && read(chunk))
  // After the messages that have come in before it.
  fromBrowser.once('close', () => setImmediate(handle, () => transport.onclose?.()))
  return { transport, fault: () => fault }
}

/** Runs handlers of events; what they throw, or reject with, goes to `fail`. */
function guarded(fail: (why: string) => void): (step: () => unknown) => void {
  const failed = (error: unknown) => fail(`a message of it could not be handled: ${(error as Error).message}`)
  return (step) => {
    try {
      // puppeteer handles messages in an async function.
      const handled = step()
      if (handled instanceof Promise) handled.catch(failed)
    } catch (error) {
      failed(error)
    }
  }
}

/**
 * Cuts chunks into messages, each given in a turn of its own: one that is answered may change what the next one means. Those turns
 * come before the next chunks are read, so that no more messages wait than were read at once.
 */
function reader(
  maxBytes: number,
  receive: (message: string, bytes: number) => void,
  tooLong: () => void,
): (chunk: Buffer) => void {
  const decoder = new StringDecoder()
  let text = ''
  let bytes = 0

  /** False when the message is too long; then nothing is kept of it. */
  function take(part: Buffer): boolean {
    bytes += part.length
    const fits = bytes <= maxBytes
    text = fits ? text + decoder.write(part) : ''
    return fits
  }

  return (chunk) => {
    let start = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      if (!take(chunk.subarray(start, end))) return tooLong()
      setImmediate(receive, text + decoder.end(), bytes)
      text = ''
      bytes = 0
      start = end + 1
    }
    if (!take(chunk.subarray(start))) tooLong()
  }
}
