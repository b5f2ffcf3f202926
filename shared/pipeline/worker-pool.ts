import type { Lane } from '#shared/messages/topics.ts'
import type { Job, Manners } from '#shared/pipeline/job.ts'
import { LaneQueue } from '#shared/pipeline/lane-queue.ts'

export interface PoolOptions {
  /** Jobs at once, over all lanes. */
  readonly slots: number
  /** Of these, how many batch can't take. */
  readonly reserved: number
  readonly manners: Manners
}

/**
 * A bounded pool with two lanes: interactive goes first and always has its reserved slots; batch takes all the rest
 * when nobody waits. Jobs never reject: what goes wrong is theirs to handle.
 */
export interface WorkerPool {
  submit(job: Job): void
  /** Jobs of the lane that were submitted and not finished. */
  held(lane: Lane): number
  running(): number
  /** The lane's jobs that run, and those that wait for their turn. */
  use(lane: Lane): { readonly running: number; readonly waiting: number }
  /** Takes back the jobs that were not started and for which `matches` holds. */
  withdraw(matches: (job: Job) => boolean): Job[]
  /** Resolves when nothing runs. */
  idle(): Promise<void>
}

export function makePool({ slots, reserved, manners }: PoolOptions): WorkerPool {
  const started = { interactive: 0, batch: 0 }
  const queues: Readonly<Record<Lane, LaneQueue>> = {
    interactive: new LaneQueue(manners, pump),
    batch: new LaneQueue(manners, pump),
  }
  let whenIdle: (() => void)[] = []

  function next(): Job | null {
    if (started.interactive + started.batch >= slots) return null
    return queues.interactive.take() ?? (started.batch < slots - reserved ? queues.batch.take() : null)
  }

  function pump(): void {
    for (let job = next(); job !== null; job = next()) start(job)
  }

  function start(job: Job): void {
    started[job.lane] += 1
    void job.run().finally(() => {
      started[job.lane] -= 1
      queues[job.lane].release(job)
      pump()
      if (started.interactive + started.batch === 0) settleIdle()
    })
  }

  function settleIdle(): void {
    for (const resolve of whenIdle) resolve()
    whenIdle = []
  }

  return {
    submit(job) {
      queues[job.lane].add(job)
      pump()
    },
    held: (lane) => started[lane] + queues[lane].waiting,
    running: () => started.interactive + started.batch,
    use: (lane) => ({ running: started[lane], waiting: queues[lane].waiting }),
    withdraw: (matches) => [...queues.interactive.withdraw(matches), ...queues.batch.withdraw(matches)],
    idle() {
      if (started.interactive + started.batch === 0) return Promise.resolve()
      return new Promise((resolve) => whenIdle.push(resolve))
    },
  }
}
