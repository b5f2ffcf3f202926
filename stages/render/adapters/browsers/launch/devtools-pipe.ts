import type { Readable, Writable } from 'node:stream'
import type { ConnectionTransport } from 'puppeteer-core'
import { splitMessages, TAIL_CHARS } from './split-messages.ts'

export interface PipeLimits {
  /** Bytes of one message, and of all messages that the browser has not read yet. */
  readonly messageBytes: number
  /** Bytes of all messages of one browser context, and of all messages of no context. */
  readonly contextBytes: number
}

/** For error messages. */
const MIB = 1024 * 1024

/**
 * Chromium's `--remote-debugging-pipe`: messages end with a NUL byte. A browser exits when its pipe closes. The pipe is closed when a
 * message exceeds a limit, which is checked while its bytes arrive, and when a handler of a message throws or rejects: messages that
 * a page causes can end its browser, but not this process.
 */
export function openDevtoolsPipe(toBrowser: Writable, fromBrowser: Readable, limits: PipeLimits) {
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
  const admit = makeContextBudget(limits.contextBytes)
  const receive = (message: string, bytes: number) => {
    if (closeReason !== null) return
    if (!admit(message, bytes)) closeBecause(`a page makes it send over ${limits.contextBytes / MIB} MiB`)
    else if (!isUnheard(message)) handle(() => transport.onmessage?.(message))
  }
  // The event 'close' follows and is handled.
  toBrowser.on('error', () => {})
  fromBrowser.on('error', () => {})
  const onTooLong = () => closeBecause(`it sends a message of over ${limits.messageBytes / MIB} MiB`)
  const split = splitMessages(limits.messageBytes, receive, onTooLong)
  fromBrowser.on('data', (chunk: Buffer) => closeReason === null && split(chunk))
  // After the messages that were received before.
  fromBrowser.once('close', () => setImmediate(handle, () => transport.onclose?.()))
  /** `closeReason`: why this side has closed the pipe; null as long as it has not. */
  return { transport, closeReason: () => closeReason }
}

/** Events with text that a page chooses, which come with domains that are needed for others; nobody listens to them. */
const UNHEARD = [
  'Runtime.consoleAPICalled',
  'Runtime.exceptionThrown',
  'Network.webSocketFrameReceived',
  'Network.webSocketFrameSent',
  'Network.eventSourceMessageReceived',
].map((method) => `{"method":"${method}"`)

function isUnheard(message: string): boolean {
  return UNHEARD.some((start) => message.startsWith(start))
}

/** Runs event handlers and closes the pipe with the error that one throws or rejects with. */
function catchErrors(closeBecause: (reason: string) => void): (handler: () => unknown) => void {
  const onError = (error: unknown) =>
    closeBecause(`a message of it could not be handled: ${(error as Error).message}`)
  return (handler) => {
    try {
      // puppeteer's handler is an async function.
      const handled = handler()
      if (handled instanceof Promise) handled.catch(onError)
    } catch (error) {
      onError(error)
    }
  }
}

/**
 * Chromium writes the session at the end of a message, and the context at the end of the description of a target. In text that a page
 * controls, quotes are escaped, so such text never matches.
 */
const OWNER_ID = /"(sessionId|browserContextId)":"(\w+)"[^"]*$/
/** For messages of the browser itself, which belong to no context. */
const NO_CONTEXT = ''

/**
 * Makes a function that counts a DevTools message for the browser context that causes it; false when the context has exceeded its budget.
 * Each tab has a browser context of its own: the sessions of its page, frames and workers share one budget of `maxBytes`. So do all
 * messages of no context.
 */
function makeContextBudget(maxBytes: number): (message: string, bytes: number) => boolean {
  const contextOfSession = new Map<string, string>()
  const bytesOfContext = new Map<string, number>()

  function contextOf(message: string): string {
    const [, kind, id = NO_CONTEXT] = OWNER_ID.exec(message.slice(-TAIL_CHARS)) ?? []
    return kind === 'sessionId' ? (contextOfSession.get(id) ?? NO_CONTEXT) : id
  }

  /** Learns from the messages themselves which context a session belongs to. */
  function trackSessions(message: string): void {
    if (message.startsWith('{"method":"Target.attachedToTarget"')) {
      const { sessionId, targetInfo } = JSON.parse(message).params
      contextOfSession.set(sessionId, targetInfo.browserContextId ?? NO_CONTEXT)
    } else if (message.startsWith('{"method":"Target.detachedFromTarget"')) {
      contextOfSession.delete(JSON.parse(message).params.sessionId)
    }
  }

  return (message, bytes) => {
    trackSessions(message)
    const context = contextOf(message)
    const count = (bytesOfContext.get(context) ?? 0) + bytes
    bytesOfContext.set(context, count)
    return count <= maxBytes
  }
}
