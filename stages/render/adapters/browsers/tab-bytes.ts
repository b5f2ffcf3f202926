/** Counts what the pages of a browser make it say. */
export interface TabBytes {
  /** Counts a DevTools message for the browser context it is about; false when that has more bytes than it may. */
  admit(message: string, bytes: number): boolean
}

/** What an identifier and the ends of the objects around it take, at the end of a message. */
const TAIL = 160
/**
 * Chromium writes the session last, and the context last of a target's description. What a page may choose has its quotes
 * escaped, and so never looks like this.
 */
const OWNER = /"(sessionId|browserContextId)":"(\w+)"[^"]*$/
/** Of no context: those are the browser's own. */
const NONE = ''

/**
 * Each tab has a browser context of its own: the sessions of its page, frames and workers count together. Messages of no context
 * share one count.
 */
export function makeTabBytes(maxBytes: number): TabBytes {
  const contexts = new Map<string, string>()
  const counts = new Map<string, number>()

  function contextOf(message: string): string {
    const [, kind, id = NONE] = OWNER.exec(message.slice(-TAIL)) ?? []
    return kind === 'sessionId' ? (contexts.get(id) ?? NONE) : id
  }

  /** Sessions come and go with messages of the same form. */
  function follow(message: string): void {
    if (message.startsWith('{"method":"Target.attachedToTarget"')) {
      const { sessionId, targetInfo } = JSON.parse(message).params
      contexts.set(sessionId, targetInfo.browserContextId ?? NONE)
    } else if (message.startsWith('{"method":"Target.detachedFromTarget"')) {
      contexts.delete(JSON.parse(message).params.sessionId)
    }
  }

  return {
    admit(message, bytes) {
      follow(message)
      const context = contextOf(message)
      const count = (counts.get(context) ?? 0) + bytes
      counts.set(context, count)
      return count <= maxBytes
    },
  }
}
