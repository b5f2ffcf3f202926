import { isOfThisLog, isOtherLog, type LogChange } from '#shared/pipeline/log-change.ts'
import { makeProgress, type Progress } from '#shared/pipeline/progress.ts'
import type { Extent, Position } from '#shared/ports/event-log.ts'

/** Where a group told nothing that holds, what the member knows is all there is. */
const nothing = { offset: 0, metadata: '' }

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
  const from = before.progress.position().offset
  const { offset, metadata } = toldBy(extent) ?? (known === null ? position : nothing)
  before.progress.resume(offset, metadata)
  if (before.progress.finishedFrom(extent.end) > 0) return withoutTail(before.progress, extent)
  const lost = extent.committed === null && known === null ? 0 : before.progress.skipTo(extent.oldest)
  const standing = { log: extent.log, progress: before.progress }
  if (lost === 0) return { ...standing, change: null }
  return { ...standing, change: changeOf(extent, { cause: 'retention', from, to: extent.oldest, lost }) }
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

function toldBy(extent: Extent): Extent['committed'] {
  return isOfThisLog(extent) ? extent.committed : null
}

function withoutTail(progress: Progress, extent: Extent): Resumption {
  const { offset, metadata } = progress.position()
  const next = makeProgress()
  next.resume(offset, metadata, extent.end)
  const lost = next.skipTo(extent.oldest)
  const replayed = progress.finishedFrom(extent.end)
  const about = { cause: 'lost tail', from: progress.finishedTo(), to: extent.end, lost, replayed } as const
  return { log: extent.log, progress: next, change: changeOf(extent, about) }
}

function changeOf(
  { topic, partition }: Extent,
  about: Pick<LogChange, 'cause' | 'from' | 'to'> & Partial<LogChange>,
): LogChange {
  return { lost: 0, replayed: 0, ...about, topic, partition }
}
