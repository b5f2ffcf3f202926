/** Counts the bytes of DevTools messages that each browser context causes. */
export interface ContextBudget {
  /** Counts a message for its browser context; false when the context has exceeded its budget. */
  admit(message: string, bytes: number): boolean
}

/** Characters at the end of a message that hold the identifier and the closing brackets around it. */
const TAIL_CHARS = 160
/**
 * Chromium writes the session at the end of a message, and the context at the end of the description of a target. In text that a page
 * controls, quotes are escaped, so such text never matches.
 */
const OWNER_ID = /"(sessionId|browserContextId)":"(\w+)"[^"]*$/
/** For messages of the browser itself, which belong to no context. */
const NO_CONTEXT = ''

/**
 * Each tab has a browser context of its own: the sessions of its page, frames and workers share one budget of `maxBytes`. So do all
 * messages of no context.
 */
export function makeContextBudget(maxBytes: number): ContextBudget {
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

  return {
    admit(message, bytes) {
      trackSessions(message)
      const context = contextOf(message)
      const count = (bytesOfContext.get(context) ?? 0) + bytes
      bytesOfContext.set(context, count)
      return count <= maxBytes
    },
  }
}
