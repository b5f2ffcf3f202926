import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A request of the batch lane, as the stages were given it. */
export interface SeenRequest {
  /** The inspection id. */
  readonly id: string
  readonly url: string
}

/** Ends each request of the batch lane at once with a result, in place of all stages: what is tested is the frontier alone. */
export interface InstantStage {
  /** URLs of the requests so far, by inspection id. */
  readonly requests: ReadonlyMap<string, string>
  /** Requests beyond the first one of their id. */
  repeated(): number
  /** Requests whose id was given with another URL before: must stay empty. */
  readonly changed: readonly SeenRequest[]
  stop(): Promise<void>
}

const CHILD = fileURLToPath(new URL('./instant-stage.child.ts', import.meta.url))

/** Starts it as a process; `env` names the broker and the topics. */
export async function startInstantStage(env: Readonly<Record<string, string>>): Promise<InstantStage> {
  const child = fork(CHILD, [], { env: { ...process.env, ...env } })
  const requests = new Map<string, string>()
  const changed: SeenRequest[] = []
  let seen = 0
  const ended = once(child, 'exit')
  const ready = once(child, 'message')
  const failed = ended.then(([code]) => Promise.reject(new Error(`the instant stage ended with ${code}`)))
  await Promise.race([ready, failed])
  failed.catch(() => undefined)
  child.on('message', (group: readonly SeenRequest[]) => {
    seen += group.length
    for (const one of group) {
      const before = requests.get(one.id)
      if (before !== undefined && before !== one.url) changed.push(one)
      requests.set(one.id, one.url)
    }
  })
  return {
    requests,
    changed,
    repeated: () => seen - requests.size,
    async stop() {
      child.disconnect()
      await ended
    },
  }
}
