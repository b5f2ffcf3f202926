import type { ModeLoad } from '#shared/consumer/pool/load-tracker.ts'

type ReportedJobs = Pick<ModeLoad, 'owners' | 'jobs' | 'waiting'>

/** What is known of a process. */
interface KnownProcess {
  /** Its jobs by owner; the owner that was not named for longest comes first. */
  readonly counts: Map<string, number>
  /** The sum of these counts. */
  jobs: number
}

/** The jobs of all processes in one mode. */
export type ReportedCounts = ReturnType<typeof makeReportedCounts>

/**
 * Adds up the jobs of owners over the processes of a stage. A report names some owners only, so what the earlier ones of
 * the process named still counts, until the process has fewer jobs than that: then what was named first is out of date.
 */
export function makeReportedCounts() {
  const processes = new Map<string, KnownProcess>()
  const byOwner = new Map<string, number>()
  const totals = { owners: 0, jobs: 0 }

  function setCount(of: KnownProcess, owner: string, count: number): void {
    const change = count - (of.counts.get(owner) ?? 0)
    of.counts.delete(owner)
    if (count > 0) of.counts.set(owner, count)
    of.jobs += change
    const sum = (byOwner.get(owner) ?? 0) + change
    if (sum > 0) byOwner.set(owner, sum)
    else byOwner.delete(owner)
  }

  function forget(of: KnownProcess, isEnough: () => boolean): void {
    for (const owner of of.counts.keys()) {
      if (isEnough()) return
      setCount(of, owner, 0)
    }
  }

  function take(id: string, { jobs, waiting }: ReportedJobs): void {
    const known = processes.get(id) ?? { counts: new Map<string, number>(), jobs: 0 }
    processes.set(id, known)
    for (const [owner, count] of Object.entries(waiting)) setCount(known, owner, count)
    forget(known, () => known.jobs <= jobs)
  }

  return {
    /** Jobs by `ownerName`, as far as processes have named their owners. */
    byOwner: byOwner as ReadonlyMap<string, number>,
    /** All jobs, and how many owners they have: one with jobs in several processes counts in each. */
    totals: totals as Readonly<typeof totals>,
    /** Takes the last report of each process. */
    update(reports: ReadonlyMap<string, ReportedJobs>): void {
      for (const [id, known] of processes) {
        if (reports.has(id)) continue
        forget(known, () => false)
        processes.delete(id)
      }
      Object.assign(totals, { owners: 0, jobs: 0 })
      for (const [id, report] of reports) {
        take(id, report)
        totals.owners += report.owners
        totals.jobs += report.jobs
      }
    },
  }
}
