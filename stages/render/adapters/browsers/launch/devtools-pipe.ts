import type { Readable, Writable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { ConnectionTransport } from 'puppeteer-core'
import { makeContextBudget } from './context-budget.ts'

export interface PipeLimits {
  /** Bytes of one message, and of all those to the browser that it has not read yet. */
  readonly messageBytes: number
  /** Bytes of all messages that one browser context causes, and of those that belong to none. */
  readonly contextBytes: number
}

export interface DevtoolsPipe {
  readonly transport: ConnectionTransport
  /** Why the pipe was closed from this side, null as long as it was not. */
  closeReason(): string | null
}

/** In messages for people. */
const MIB = 1024 * 1024

/**
 * Chromium's `--remote-debugging-pipe`: messages end with a NUL. A browser whose pipe closes ends itself. The pipe is closed when a
 * message crosses a limit, which is noticed while its bytes come in, and when a handler of a message throws or rejects: what a
 * page makes its browser say ends that browser at most.
 */
export function openDevtoolsPipe(
  toBrowser: Writable,
  fromBrowser: Readable,
  limits: PipeLimits,
): DevtoolsPipe {
  let closeReason: string | null = null
  const closeBecause = (reason: string) => {
    closeReason ??= reason
    transport.close()
  }
  const transport: ConnectionTransport = {
    send(message) {
      if (!toBrowser.writable) return
      toBrowser.write(`${message}\0`)
      if (toBrowser.writableLength > limits.messageBytes) closeBecause('it does not read what it is sent')
    },
    close() {
      toBrowser.destroy()
      fromBrowser.destroy()
    },
  }
  const handle = catchErrors(closeBecause)
  const budget = makeContextBudget(limits.contextBytes)
  const receive = (message: string, bytes: number) => {
    if (closeReason !== null) return
    if (!budget.admit(message, bytes))
      closeBecause(`a page makes it send over ${limits.contextBytes / MIB} MiB`)
    else handle(() => transport.onmessage?.(message))
  }
  // 'close' follows, and that is what counts.
  toBrowser.on('error', () => {})
  fromBrowser.on('error', () => {})
  const onTooLong = () => closeBecause(`it sends a message of over ${limits.messageBytes / MIB} MiB`)
  const split = splitMessages(limits.messageBytes, receive, onTooLong)
  fromBrowser.on('data', (chunk: Buffer) => closeReason === null && split(chunk))
  // After the messages that have come in before it.
  fromBrowser.once('close', () => setImmediate(handle, () => transport.onclose?.()))
  return { transport, closeReason: () => closeReason }
}

/** Runs handlers of events; what they throw, or reject with, goes to `fail`. */
function catchErrors(closeBecause: (reason: string) => void): (handler: () => unknown) => void {
  const onError = (error: unknown) =>
    closeBecause(`a message of it could not be handled: ${(error as Error).message}`)
  return (handler) => {
    try {
      // puppeteer handles messages in an async function.
      const handled = handler()
      if (handled instanceof Promise) handled.catch(onError)
    } catch (error) {
      onError(error)
    }
  }
}

/**
 * Cuts chunks into messages, each given in a turn of its own: one that is answered may change what the next one means. Those turns
 * come before the next chunks are read, so that no more messages wait than were read at once.
 */
function splitMessages(
  maxBytes: number,
  receive: (message: string, bytes: number) => void,
  onTooLong: () => void,
): (chunk: Buffer) => void {
  const decoder = new StringDecoder()
  let text = ''
  let bytes = 0

  /** False when the message is too long; then nothing is kept of it. */
  function append(part: Buffer): boolean {
    bytes += part.length
    const isWithinLimit = bytes <= maxBytes
    text = isWithinLimit ? text + decoder.write(part) : ''
    return isWithinLimit
  }

  return (chunk) => {
    let start = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      if (!append(chunk.subarray(start, end))) return onTooLong()
      setImmediate(receive, text + decoder.end(), bytes)
      text = ''
      bytes = 0
      start = end + 1
    }
    if (!append(chunk.subarray(start))) onTooLong()
  }
}
