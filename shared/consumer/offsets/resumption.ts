import { isOfCurrentLog, isOtherLog, type LogChange } from '#shared/consumer/offsets/log-change.ts'
import { makePartitionProgress, type Progress } from '#shared/consumer/offsets/partition-progress.ts'
import type { PartitionBounds, Position } from '#shared/ports/event-log.ts'

/** How far a member is in a partition, and in which log that is true ('' where nobody can tell). */
export interface KnownProgress {
  readonly log: string
  readonly progress: Progress
}

/** With another `progress` than before, what jobs of the old one finish is nothing to the new one. */
export interface Resumption extends KnownProgress {
  readonly change: LogChange | null
}

/**
 * Judges how far a member is against what there is of the partition: what was not finished is never passed, and what is
 * known to be finished is kept where it still holds. `known` is null for a member that never had the partition.
 */
export function resume(known: KnownProgress | null, position: Position, extent: PartitionBounds): Resumption {
  const before = known ?? committedProgress(extent)
  if (isRecreated(before, extent)) return fromStart(before, position, extent)
  const claims = claimsOf(known, extent)
  const from = Math.max(...claims.map(({ progress }) => progress.position().offset))
  const truncated = claims.filter(({ progress, end }) => progress.finishedFrom(end) > 0)
  const progress = truncated.length === 0 && known !== null ? known.progress : makePartitionProgress()
  if (claims.length === 0) progress.resume(position.offset, position.metadata)
  for (const claim of claims) mergeClaim(progress, claim)
  const lost = progress.skipTo(extent.oldest)
  const change =
    truncated.length > 0 ? truncationChange(extent, truncated, lost) : retentionChange(extent, from, lost)
  return { log: extent.log, progress, change }
}

/** What is said to be finished, and up to where that holds. */
interface Claim {
  readonly progress: Progress
  readonly end: number
}

function claimsOf(known: KnownProgress | null, extent: PartitionBounds): Claim[] {
  const { end, givenTo = end, committedTo = end } = extent
  const own = known === null ? [] : [{ progress: known.progress, end: Math.min(end, givenTo) }]
  if (!isOfCurrentLog(extent)) return own
  return [...own, { progress: committedProgress(extent).progress, end: Math.min(end, committedTo) }]
}

/** Also of the member's own progress, where it goes on: what comes again has to be received again. */
function mergeClaim(progress: Progress, { progress: claimed, end }: Claim): void {
  const { offset, metadata } = claimed.position()
  progress.resume(offset, metadata, end)
}

function committedProgress({ committed, log }: PartitionBounds): KnownProgress {
  const progress = makePartitionProgress()
  if (committed === null) return { log, progress }
  progress.resume(committed.offset, committed.metadata)
  return { log: committed.log, progress }
}

/** Where nobody can tell which log it is, one that is shorter than what was read may be a new one. */
function isRecreated({ log, progress }: KnownProgress, extent: PartitionBounds): boolean {
  if (log !== '' && log === extent.log) return false
  return isOtherLog(log, extent.log) || progress.finishedFrom(extent.end) > 0
}

function fromStart({ progress }: KnownProgress, position: Position, extent: PartitionBounds): Resumption {
  const next = makePartitionProgress()
  next.resume(position.offset, position.metadata)
  const [from, to] = [progress.position().offset, next.position().offset]
  const replayed = progress.finishedFrom(extent.oldest)
  const change = changeOf(extent, { cause: 'made anew', from, to, replayed })
  return { log: extent.log, progress: next, change }
}

function truncationChange(extent: PartitionBounds, truncated: readonly Claim[], lost: number): LogChange {
  const from = Math.max(...truncated.map(({ progress }) => progress.finishedTo()))
  const to = Math.min(...truncated.map(({ end }) => end))
  const replayed = Math.max(...truncated.map(({ progress, end }) => progress.finishedFrom(end)))
  return changeOf(extent, { cause: 'lost tail', from, to, lost, replayed })
}

function retentionChange(extent: PartitionBounds, from: number, lost: number): LogChange | null {
  return lost === 0 ? null : changeOf(extent, { cause: 'retention', from, to: extent.oldest, lost })
}

function changeOf(
  { topic, partition }: PartitionBounds,
  about: Pick<LogChange, 'cause' | 'from' | 'to'> & Partial<LogChange>,
): LogChange {
  return { lost: 0, replayed: 0, ...about, topic, partition }
}
