/** Counts what the pages of a browser make it say. */
export interface ContextBudget {
  /** Counts a DevTools message for the browser context it is about; false when that has more bytes than it may. */
  admit(message: string, bytes: number): boolean
}

/** What an identifier and the ends of the objects around it take, at the end of a message. */
const TAIL_CHARS = 160
/**
 * Chromium writes the session last, and the context last of a target's description. What a page may choose has its quotes
 * escaped, and so never looks like this.
 */
const OWNER_ID = /"(sessionId|browserContextId)":"(\w+)"[^"]*$/
/** Of no context: those are the browser's own. */
const NO_CONTEXT = ''

/**
 * Each tab has a browser context of its own: the sessions of its page, frames and workers count together. Messages of no context
 * share one count.
 */
export function makeContextBudget(maxBytes: number): ContextBudget {
  const contextOfSession = new Map<string, string>()
  const bytesOfContext = new Map<string, number>()

  function contextOf(message: string): string {
    const [, kind, id = NO_CONTEXT] = OWNER_ID.exec(message.slice(-TAIL_CHARS)) ?? []
    return kind === 'sessionId' ? (contextOfSession.get(id) ?? NO_CONTEXT) : id
  }

  /** Sessions come and go with messages of the same form. */
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
