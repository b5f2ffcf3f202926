import type { Job } from '#shared/pipeline/job.ts'

/** Jobs that may start at once: tenants take turns, each one's jobs are first in first out. */
export interface Turns {
  add(job: Job): void
  /** The next job of a tenant who may have one more; null when there is none. */
  take(mayHave: (tenant: string | null) => boolean): Job | null
  /** Takes back the jobs for which `matches` holds. */
  withdraw(matches: (job: Job) => boolean): Job[]
}

export function makeTurns(): Turns {
  /** Who has jobs, in the order of their turns. */
  const jobsOf = new Map<string | null, Job[]>()

  return {
    add(job) {
      const jobs = jobsOf.get(job.tenant)
      if (jobs === undefined) jobsOf.set(job.tenant, [job])
      else jobs.push(job)
    },
    take(mayHave) {
      const next = [...jobsOf].find(([tenant]) => mayHave(tenant))
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
