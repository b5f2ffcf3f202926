import type { Job } from '#shared/consumer/pool/job.ts'

/** A queue of jobs, round robin by tenant; the jobs of one tenant are first in, first out. */
export class FairQueue {
  /** Jobs by tenant, in round-robin order. */
  readonly #jobsOf = new Map<string | null, Job[]>()

  add(job: Job): void {
    const jobs = this.#jobsOf.get(job.tenant)
    if (jobs === undefined) this.#jobsOf.set(job.tenant, [job])
    else jobs.push(job)
  }

  /** Removes the next job of a tenant that is below its limit; null when there is none. */
  take(isBelowLimit: (tenant: string | null) => boolean): Job | null {
    const next = [...this.#jobsOf].find(([tenant]) => isBelowLimit(tenant))
    if (next === undefined) return null
    const [tenant, jobs] = next
    const job = jobs.shift() as Job
    this.#jobsOf.delete(tenant)
    if (jobs.length > 0) this.#jobsOf.set(tenant, jobs)
    return job
  }

  /** Removes and answers the jobs for which `matches` holds. */
  withdraw(matches: (job: Job) => boolean): Job[] {
    const taken: Job[] = []
    for (const [tenant, jobs] of this.#jobsOf) {
      const { true: matching = [], false: others = [] } = Object.groupBy(jobs, (job) => `${matches(job)}`)
      taken.push(...matching)
      if (others.length > 0) this.#jobsOf.set(tenant, others)
      else this.#jobsOf.delete(tenant)
    }
    return taken
  }
}
