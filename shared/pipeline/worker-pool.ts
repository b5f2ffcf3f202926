import type { Lane } from '#shared/messages/topics.ts'
import { type Courtesy, paced } from '#shared/pipeline/courtesy.ts'
import type { Job, Manners } from '#shared/pipeline/job.ts'
import { LaneQueue } from '#shared/pipeline/lane-queue.ts'
import type { Load } from '#shared/pipeline/load.ts'
import { makeSlots, type SlotsOptions } from '#shared/pipeline/slots.ts'

export interface PoolOptions extends SlotsOptions {
  readonly manners: Manners
  /** Without it batch begins whenever there is a slot. */
  readonly courtesy?: Courtesy
  /** Is told of interactive jobs as they come and go; without it nobody asks. */
  readonly load?: Pick<Load, 'note'>
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
  /** Whether a job of the lane that may start would start at once. */
  hasRoom(lane: Lane): boolean
  /** Takes back the jobs that do not run and for which `matches` holds; it is asked once for each. */
  withdraw(matches: (job: Job) => boolean): Job[]
  /** Resolves when nothing runs. */
  idle(): Promise<void>
}

export function makePool({ manners, courtesy, load, ...options }: PoolOptions): WorkerPool {
  const note = noterOf(courtesy, load)
  const slots = makeSlots(options, pump)
  const queues: Readonly<Record<Lane, LaneQueue>> = {
    interactive: new LaneQueue(manners, pump),
    batch: new LaneQueue(manners, pump),
  }
  const whenIdle: (() => void)[] = []
  const mustWait = paced(courtesy, pump)
  const running = () => slots.running('interactive') + slots.running('batch')
  function next(): Job | null {
    const alone = slots.hasRoomAlone() ? queues.interactive.takeAlone() : null
    if (alone !== null || !slots.hasRoom('interactive')) return alone
    const job = queues.interactive.take()
    if (job !== null || queues.batch.waiting === 0 || !slots.hasRoom('batch')) return job
    return mustWait() ? null : queues.batch.take()
  }

  function submit(job: Job): void {
    note(job, 1)
    queues[job.lane].add(job)
    pump()
  }

  function pump(): void {
    for (let job = next(); job !== null; job = next()) start(job)
  }

  function start(job: Job): void {
    slots.take(job)
    void job.run().then((run) => {
      slots.free(job)
      note(job, -1)
      queues[job.lane].release(job, run)
      pump()
      if (running() === 0) for (const resolve of whenIdle.splice(0)) resolve()
    })
  }

  return {
    submit,
    held: (lane) => slots.running(lane) + queues[lane].waiting,
    running,
    use: (lane) => ({ running: slots.running(lane), waiting: queues[lane].waiting }),
    hasRoom: slots.hasRoom,
    withdraw(matches) {
      const callers = queues.interactive.withdraw(matches)
      for (const job of callers) note(job, -1)
      return [...callers, ...queues.batch.withdraw(matches)]
    },
    idle: () => (running() === 0 ? Promise.resolve() : new Promise((resolve) => void whenIdle.push(resolve))),
  }
}

/** Tells that an interactive job came (1), or is over (-1). */
function noterOf(courtesy: Courtesy | undefined, load: PoolOptions['load']) {
  return (job: Job, by: 1 | -1): void => {
    if (job.lane !== 'interactive') return
    courtesy?.note(by)
    load?.note(job, by)
  }
}
