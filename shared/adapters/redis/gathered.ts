interface Waiting<Call, Answer> {
  readonly call: Call
  readonly done: PromiseWithResolvers<Answer>
}

/** How calls are put together. */
export interface Gathering<Call, Answer> {
  /** Calls of one group, at most, and their bytes; the last one may make them more. */
  readonly maxCalls: number
  readonly maxBytes: number
  /** A group is run this long after its first call at the latest. */
  readonly waitMs: number
  bytesOf(call: Call): number
  /** Answers the calls in their order. */
  run(calls: readonly Call[]): Promise<readonly Answer[]>
}

/** Gathers calls of about the same time into groups, which are run at the same time. What a group rejects with, all its calls reject with. */
export function gathered<Call, Answer>(gathering: Gathering<Call, Answer>): (call: Call) => Promise<Answer> {
  const { maxCalls, maxBytes, waitMs, bytesOf, run } = gathering
  let open: Waiting<Call, Answer>[] = []
  let bytes = 0
  let timer: NodeJS.Timeout | undefined

  async function runOpen(): Promise<void> {
    const group = open
    open = []
    bytes = 0
    clearTimeout(timer)
    try {
      const answers = await run(group.map(({ call }) => call))
      for (const [index, { done }] of group.entries()) done.resolve(answers[index] as Answer)
    } catch (error) {
      for (const { done } of group) done.reject(error)
    }
  }

  return (call) => {
    const done = Promise.withResolvers<Answer>()
    open.push({ call, done })
    bytes += bytesOf(call)
    if (open.length === 1) timer = setTimeout(() => void runOpen(), waitMs)
    if (open.length >= maxCalls || bytes >= maxBytes) void runOpen()
    return done.promise
  }
}
