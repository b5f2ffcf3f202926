import type { Job } from '#shared/consumer/pool/job.ts'

/** Jobs that may start at once: tenants take turns, each one's jobs are first in first out. */
export interface FairQueue {
  add(job: Job): void
  /** The next job of a tenant who may have one more; null when there is none. */
  take(isBelowLimit: (tenant: string | null) => boolean): Job | null
  /** Takes back the jobs for which `matches` holds. */
  withdraw(matches: (job: Job) => boolean): Job[]
}

export function makeFairQueue(): FairQueue {
  /** Who has jobs, in the order of their turns. */
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
