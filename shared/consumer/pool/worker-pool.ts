import { type LoadThrottle, throttled } from '#shared/consumer/pool/batch-throttle.ts'
import type { ConcurrencyLimits, Job } from '#shared/consumer/pool/job.ts'
import { LaneQueue } from '#shared/consumer/pool/lane-queue.ts'
import type { LoadTracker } from '#shared/consumer/pool/load-tracker.ts'
import { makeWorkerSlots, type WorkerSlotsOptions } from '#shared/consumer/pool/worker-slots.ts'
import type { Lane } from '#shared/messages/topics.ts'

export interface PoolOptions extends WorkerSlotsOptions {
  readonly limits: ConcurrencyLimits
  /** Delays starts of batch jobs. Default: they start whenever there is a slot. */
  readonly throttle?: LoadThrottle
  /** Counts interactive jobs as they arrive and end. */
  readonly loadTracker?: Pick<LoadTracker, 'countJob'>
}

export type WorkerPool = ReturnType<typeof makeWorkerPool>

/**
 * A bounded pool with two lanes. Interactive jobs start first and always have their reserved slots; batch jobs take all
 * other slots while no interactive job waits. Jobs handle their own errors: `run` never rejects.
 */
export function makeWorkerPool({ limits, throttle, loadTracker, ...options }: PoolOptions) {
  const countInteractive = interactiveCounter(throttle, loadTracker)
  const slots = makeWorkerSlots(options, pump)
  const queues: Readonly<Record<Lane, LaneQueue>> = {
    interactive: new LaneQueue(limits, pump),
    batch: new LaneQueue(limits, pump),
  }
  const whenIdle: (() => void)[] = []
  const isThrottled = throttled(throttle, pump)
  const running = () => slots.running('interactive') + slots.running('batch')
  function next(): Job | null {
    const exclusive = slots.isExclusiveSlotFree() ? queues.interactive.takeExclusive() : null
    if (exclusive !== null || !slots.hasFreeSlot('interactive')) return exclusive
    const job = queues.interactive.take()
    if (job !== null || queues.batch.waiting === 0 || !slots.hasFreeSlot('batch')) return job
    return isThrottled() ? null : queues.batch.take()
  }

  function submit(job: Job): void {
    countInteractive(job, 1)
    queues[job.lane].add(job)
    pump()
  }

  function pump(): void {
    for (let job = next(); job !== null; job = next()) start(job)
  }

  function start(job: Job): void {
    slots.occupy(job)
    void job.run().then((run) => {
      slots.release(job)
      countInteractive(job, -1)
      queues[job.lane].release(job, run)
      pump()
      if (running() === 0) for (const resolve of whenIdle.splice(0)) resolve()
    })
  }

  return {
    submit,
    /** Jobs of the lane that were submitted and not finished. */
    pending: (lane: Lane): number => slots.running(lane) + queues[lane].waiting,
    running,
    /** Jobs of the lane that run, and those that wait for a slot. */
    usage: (lane: Lane) => ({ running: slots.running(lane), waiting: queues[lane].waiting }),
    /** Whether a job of the lane would find a free slot. */
    hasFreeSlot: slots.hasFreeSlot,
    /** Removes and answers the waiting jobs for which `matches` holds; it is called once for each. */
    withdraw(matches: (job: Job) => boolean): Job[] {
      const interactive = queues.interactive.withdraw(matches)
      for (const job of interactive) countInteractive(job, -1)
      return [...interactive, ...queues.batch.withdraw(matches)]
    },
    /** Resolves when no job runs. */
    idle: (): Promise<void> =>
      running() === 0 ? Promise.resolve() : new Promise((resolve) => void whenIdle.push(resolve)),
  }
}

/** A function that counts an interactive job that arrived (1), or ended (-1). */
function interactiveCounter(throttle: LoadThrottle | undefined, load: PoolOptions['loadTracker']) {
  return (job: Job, by: 1 | -1): void => {
    if (job.lane !== 'interactive') return
    throttle?.recordInteractive(by)
    load?.countJob(job, by)
  }
}
