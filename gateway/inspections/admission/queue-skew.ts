import type { ModeLoad } from '#shared/consumer/pool/load-tracker.ts'

/**
 * How many times longer the queue of the busiest process is than the mean, at least 1. Nobody chooses the process of an
 * inspection: it may be that one. `loads` are those of processes with slots; while there is a slot for each job, none
 * waits for long.
 */
export function queueSkew(loads: readonly Pick<ModeLoad, 'slots' | 'jobs'>[]): number {
  const slots = loads.reduce((sum, one) => sum + one.slots, 0)
  const jobs = loads.reduce((sum, one) => sum + one.jobs, 0)
  if (jobs <= slots) return 1
  const longest = Math.max(...loads.map((one) => one.jobs / one.slots))
  return longest / (jobs / slots)
}
