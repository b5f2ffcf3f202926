import type { Job } from '#shared/consumer/pool/job.ts'

/** A queue of jobs, round robin by tenant; the jobs of one tenant are first in, first out. */
export interface FairQueue {
  add(job: Job): void
  /** Removes the next job of a tenant that is below its limit; null when there is none. */
  take(isBelowLimit: (tenant: string | null) => boolean): Job | null
  /** Removes and answers the jobs for which `matches` holds. */
  withdraw(matches: (job: Job) => boolean): Job[]
}

/** An empty queue. */
export function makeFairQueue(): FairQueue {
  /** Tenants with jobs, in round-robin order. */
  const jobsOf = new Map<string | null, Job[]>()

  return {
    add(job) {
      const jobs = jobsOf.get(job.tenant)
      if (jobs === undefined) jobsOf.set(job.tenant, [job])
      else jobs.push(job)
    },
    take(isBelowLimit) {
      const next = [...jobsOf].find(([tenant]) => isBelowLimit(tenant))
      if (next === undefined) return null
      const [tenant, jobs] = next
      const job = jobs.shift() as Job
      jobsOf.delete(tenant)
      if (jobs.length > 0) jobsOf.set(tenant, jobs)
      return job
    },
    withdraw(matches) {
      const taken: Job[] = []
      for (const [tenant, jobs] of [...jobsOf]) {
        const { true: matching = [], false: others = [] } = Object.groupBy(jobs, (job) => `${matches(job)}`)
        taken.push(...matching)
        if (others.length > 0) jobsOf.set(tenant, others)
        else jobsOf.delete(tenant)
      }
      return taken
    },
  }
}
