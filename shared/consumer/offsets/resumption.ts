import { isOfCurrentLog, isOtherLog, type LogChange } from '#shared/consumer/offsets/log-change.ts'
import { PartitionProgress } from '#shared/consumer/offsets/partition-progress.ts'
import type { PartitionBounds, Position } from '#shared/ports/event-log.ts'

/** The progress of a member in a partition, and the id of the log to which it belongs ('' = unknown). */
export interface KnownProgress {
  readonly log: string
  readonly progress: PartitionProgress
}

/** How a member resumes. When `progress` is another object than before, running jobs must not report to it. */
export interface Resumption extends KnownProgress {
  readonly change: LogChange | null
}

/**
 * Compares the progress of a member with the bounds of the partition. Unfinished offsets are never skipped, and finished
 * ones are kept where they still belong to the same records. `known` is null for a member that never owned the partition.
 */
export function resume(known: KnownProgress | null, position: Position, bounds: PartitionBounds): Resumption {
  const before = known ?? committedProgress(bounds)
  if (isRecreated(before, bounds)) return fromStart(before, position, bounds)
  const claims = claimsOf(known, bounds)
  const from = Math.max(...claims.map(({ progress }) => progress.position().offset))
  const truncated = claims.filter(({ progress, end }) => progress.finishedFrom(end) > 0)
  const progress = truncated.length === 0 && known !== null ? known.progress : new PartitionProgress()
  if (claims.length === 0) progress.resume(position.offset, position.metadata)
  for (const claim of claims) mergeClaim(progress, claim)
  const lost = progress.skipTo(bounds.oldest)
  const change =
    truncated.length > 0 ? truncationChange(bounds, truncated, lost) : retentionChange(bounds, from, lost)
  return { log: bounds.log, progress, change }
}

/** Progress from one source, valid below the offset `end`. */
interface Claim {
  readonly progress: PartitionProgress
  readonly end: number
}

/** The progress that is still valid: that of the member itself, and that of the last commit. */
function claimsOf(known: KnownProgress | null, bounds: PartitionBounds): Claim[] {
  const { end, givenTo = end, committedTo = end } = bounds
  const own = known === null ? [] : [{ progress: known.progress, end: Math.min(end, givenTo) }]
  if (!isOfCurrentLog(bounds)) return own
  return [...own, { progress: committedProgress(bounds).progress, end: Math.min(end, committedTo) }]
}

/** Adds the finished offsets of a claim. The member's own progress is merged too, since records arrive again. */
function mergeClaim(progress: PartitionProgress, { progress: claimed, end }: Claim): void {
  const { offset, metadata } = claimed.position()
  progress.resume(offset, metadata, end)
}

function committedProgress({ committed, log }: PartitionBounds): KnownProgress {
  const progress = new PartitionProgress()
  if (committed === null) return { log, progress }
  progress.resume(committed.offset, committed.metadata)
  return { log: committed.log, progress }
}

/** Whether the topic was recreated. Where a log id is unknown, a log that ends before the finished offsets counts as new. */
function isRecreated({ log, progress }: KnownProgress, bounds: PartitionBounds): boolean {
  if (log !== '' && log === bounds.log) return false
  return isOtherLog(log, bounds.log) || progress.finishedFrom(bounds.end) > 0
}

function fromStart({ progress }: KnownProgress, position: Position, bounds: PartitionBounds): Resumption {
  const next = new PartitionProgress()
  next.resume(position.offset, position.metadata)
  const [from, to] = [progress.position().offset, next.position().offset]
  const replayed = progress.finishedFrom(bounds.oldest)
  const change = changeOf(bounds, { cause: 'recreated', from, to, replayed })
  return { log: bounds.log, progress: next, change }
}

function truncationChange(bounds: PartitionBounds, truncated: readonly Claim[], lost: number): LogChange {
  const from = Math.max(...truncated.map(({ progress }) => progress.finishedTo()))
  const to = Math.min(...truncated.map(({ end }) => end))
  const replayed = Math.max(...truncated.map(({ progress, end }) => progress.finishedFrom(end)))
  return changeOf(bounds, { cause: 'truncated', from, to, lost, replayed })
}

function retentionChange(bounds: PartitionBounds, from: number, lost: number): LogChange | null {
  return lost === 0 ? null : changeOf(bounds, { cause: 'retention', from, to: bounds.oldest, lost })
}

function changeOf(
  { topic, partition }: PartitionBounds,
  about: Pick<LogChange, 'cause' | 'from' | 'to'> & Partial<LogChange>,
): LogChange {
  return { lost: 0, replayed: 0, ...about, topic, partition }
}
