/** Who may run beside whom: many together, or one alone. */
export type Kind = 'together' | 'alone'

/** Begins `work` when it is its turn; settles when `work` has, or when `signal` is aborted before its turn. */
export type Turns = (kind: Kind, work: () => Promise<void>, signal: AbortSignal) => Promise<void>

/**
 * Phases in turn, so that nobody waits for ever: while one waits to be alone, no more of the others begin; when it is done, all
 * that have come meanwhile begin before the next one is alone.
 */
export function makeTurns(): Turns {
  const waiting = { together: new Set<() => void>(), alone: new Set<() => void>() }
  let running = 0
  let last: Kind = 'together'

  function advance(): void {
    const [first] = waiting.alone
    if (running > 0 && (last === 'alone' || first !== undefined)) return
    const isPhaseOver = last === 'alone' && waiting.together.size > 0
    const next = first === undefined || isPhaseOver ? [...waiting.together] : [first]
    for (const begin of next) begin()
  }

  async function run(kind: Kind, work: () => Promise<void>): Promise<void> {
    running += 1
    last = kind
    try {
      await work()
    } finally {
      running -= 1
      advance()
    }
  }

  return (kind, work, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const leave = () => {
        waiting[kind].delete(begin)
        signal.removeEventListener('abort', giveUp)
      }
      const begin = () => {
        leave()
        resolve(run(kind, work))
      }
      // One that gives up while it waits holds nobody back any more.
      const giveUp = () => {
        leave()
        advance()
        resolve()
      }
      waiting[kind].add(begin)
      signal.addEventListener('abort', giveUp)
      advance()
    })
}
