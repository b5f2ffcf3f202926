import { type ModeLoad, ownerName } from '#shared/consumer/pool/load-tracker.ts'
import { type CountHistogram, makeCountHistogram } from './count-histogram.ts'
import { makeReportedCounts, type ReportedCounts } from './reported-counts.ts'

type Counts = ReadonlyMap<string, number>

/** Inspections of other gateways, as far as they are known. */
interface Elsewhere {
  readonly byOwner: Counts
  /**
   * Their number, with those of owners that no report has named yet. Less than that while inspections of this gateway are not
   * reported yet.
   */
  readonly total: number
}

/**
 * A finished inspection that is not reported yet looks as if another gateway had accepted it, so only the minimum of
 * this many reports counts.
 */
const STABLE_REPORTS = 3

/**
 * Counts the inspections of each owner at the stage: exactly those of this gateway, and an estimate of those of the
 * other gateways. An inspection costs the same time whatever the number of owners; an update goes through all of them.
 */
export function makeQueueCounts() {
  const own = makeCounts()
  const reported = makeReportedCounts()
  let all = makeCounts()
  let unnamed = { owners: 0, each: 1 }
  let history: readonly Elsewhere[] = []

  return {
    /** An inspection of this gateway was accepted (1), or has ended (-1). */
    adjust(tenant: string, by: 1 | -1): void {
      const owner = ownerName(tenant)
      if (own.of(owner) + by < 0) return
      own.add(owner, by)
      all.add(owner, by)
    },
    /** Takes the last report of each process, by its id; reports include the inspections of this gateway. */
    update(reports: ReadonlyMap<string, Pick<ModeLoad, 'owners' | 'jobs' | 'waiting'>>): void {
      reported.update(reports)
      history = [...history, without(own, reported)].slice(-STABLE_REPORTS)
      const elsewhere = leastOf(history)
      all = makeCounts(own.byOwner)
      for (const [owner, count] of elsewhere.byOwner) all.add(owner, count)
      unnamed = ownersOf(Math.max(0, elsewhere.total - sumOf(elsewhere.byOwner)), reported.totals)
    },
    /** Inspections of the owner. */
    of: (tenant: string): number => all.of(ownerName(tenant)),
    /** All inspections, by owners. */
    all: (): CountHistogram => ({
      owners: all.histogram.owners + unnamed.owners,
      sumUpTo: (limit) => all.histogram.sumUpTo(limit) + unnamed.owners * Math.min(unnamed.each, limit),
      most: all.histogram.most,
    }),
  }
}

/** Inspections by owner, with their sum and their histogram. */
function makeCounts(initial: Counts = new Map()) {
  const byOwner = new Map(initial)
  const histogram = makeCountHistogram(byOwner.values())
  let total = sumOf(byOwner)
  const of = (owner: string): number => byOwner.get(owner) ?? 0
  return {
    byOwner: byOwner as Counts,
    histogram: histogram as CountHistogram,
    of,
    total: () => total,
    add(owner: string, by: number): void {
      const before = of(owner)
      if (before + by > 0) byOwner.set(owner, before + by)
      else byOwner.delete(owner)
      histogram.move(before, before + by)
      total += by
    },
  }
}

function sumOf(counts: Counts): number {
  return counts.values().reduce((sum, count) => sum + count, 0)
}

/** What is reported beyond the inspections of this gateway. */
function without(own: ReturnType<typeof makeCounts>, { byOwner, totals }: ReportedCounts): Elsewhere {
  const others = new Map<string, number>()
  for (const [owner, count] of byOwner) {
    const rest = count - own.of(owner)
    if (rest > 0) others.set(owner, rest)
  }
  return { byOwner: others, total: totals.jobs - own.total() }
}

/** What all of these have. */
function leastOf([first, ...others]: readonly Elsewhere[]): Elsewhere {
  const byOwner = new Map<string, number>()
  for (const [owner, count] of first?.byOwner ?? []) {
    const least = Math.min(count, ...others.map((one) => one.byOwner.get(owner) ?? 0))
    if (least > 0) byOwner.set(owner, least)
  }
  return { byOwner, total: Math.min(first?.total ?? 0, ...others.map((one) => one.total)) }
}

/** Owners of so many inspections, if they have as many each as is usual. */
function ownersOf(inspections: number, { owners, jobs }: ReportedCounts['totals']) {
  const each = Math.max(1, jobs / Math.max(1, owners))
  return { owners: inspections / each, each }
}
