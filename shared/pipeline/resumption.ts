import { isOfThisLog, isOtherLog, type LogChange } from '#shared/pipeline/log-change.ts'
import { makeProgress, type Progress } from '#shared/pipeline/progress.ts'
import type { Extent, Position } from '#shared/ports/event-log.ts'

/** How far a member is in a partition, and in which log that is true ('' where nobody can tell). */
export interface Standing {
  readonly log: string
  readonly progress: Progress
}

/** With another `progress` than before, what jobs of the old one finish is nothing to the new one. */
export interface Resumption extends Standing {
  readonly change: LogChange | null
}

/**
 * Judges how far a member is against what there is of the partition: what was not finished is never passed, and what is
 * known to be finished is kept where it still holds. `known` is null for a member that never had the partition.
 */
export function resume(known: Standing | null, position: Position, extent: Extent): Resumption {
  const before = known ?? committedStanding(extent)
  if (wasMadeAnew(before, extent)) return fromStart(before, position, extent)
  const claims = claimsOf(known, extent)
  const from = Math.max(...claims.map(({ progress }) => progress.position().offset))
  const short = claims.filter(({ progress, end }) => progress.finishedFrom(end) > 0)
  const progress = short.length === 0 && known !== null ? known.progress : makeProgress()
  if (claims.length === 0) progress.resume(position.offset, position.metadata)
  for (const claim of claims) take(progress, claim)
  const lost = progress.skipTo(extent.oldest)
  const change = short.length > 0 ? tailChange(extent, short, lost) : retentionChange(extent, from, lost)
  return { log: extent.log, progress, change }
}

/** What is said to be finished, and up to where that holds. */
interface Claim {
  readonly progress: Progress
  readonly end: number
}

function claimsOf(known: Standing | null, extent: Extent): Claim[] {
  const { end, givenTo = end, committedTo = end } = extent
  const own = known === null ? [] : [{ progress: known.progress, end: Math.min(end, givenTo) }]
  if (!isOfThisLog(extent)) return own
  return [...own, { progress: committedStanding(extent).progress, end: Math.min(end, committedTo) }]
}

/** Also of the member's own progress, where it goes on: what comes again has to be received again. */
function take(progress: Progress, { progress: claimed, end }: Claim): void {
  const { offset, metadata } = claimed.position()
  progress.resume(offset, metadata, end)
}

function committedStanding({ committed, log }: Extent): Standing {
  const progress = makeProgress()
  if (committed === null) return { log, progress }
  progress.resume(committed.offset, committed.metadata)
  return { log: committed.log, progress }
}

/** Where nobody can tell which log it is, one that is shorter than what was read may be a new one. */
function wasMadeAnew({ log, progress }: Standing, extent: Extent): boolean {
  if (log !== '' && log === extent.log) return false
  return isOtherLog(log, extent.log) || progress.finishedFrom(extent.end) > 0
}

function fromStart({ progress }: Standing, position: Position, extent: Extent): Resumption {
  const next = makeProgress()
  next.resume(position.offset, position.metadata)
  const [from, to] = [progress.position().offset, next.position().offset]
  const replayed = progress.finishedFrom(extent.oldest)
  const change = changeOf(extent, { cause: 'made anew', from, to, replayed })
  return { log: extent.log, progress: next, change }
}

function tailChange(extent: Extent, short: readonly Claim[], lost: number): LogChange {
  const from = Math.max(...short.map(({ progress }) => progress.finishedTo()))
  const to = Math.min(...short.map(({ end }) => end))
  const replayed = Math.max(...short.map(({ progress, end }) => progress.finishedFrom(end)))
  return changeOf(extent, { cause: 'lost tail', from, to, lost, replayed })
}

function retentionChange(extent: Extent, from: number, lost: number): LogChange | null {
  return lost === 0 ? null : changeOf(extent, { cause: 'retention', from, to: extent.oldest, lost })
}

function changeOf(
  { topic, partition }: Extent,
  about: Pick<LogChange, 'cause' | 'from' | 'to'> & Partial<LogChange>,
): LogChange {
  return { lost: 0, replayed: 0, ...about, topic, partition }
}
