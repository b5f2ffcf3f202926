import type { Extent, Position } from '#shared/ports/event-log.ts'
import { endsOfEpochs, type ReadEpoch } from './epoch-ends.ts'
import { type Found, positionIn } from './positions.ts'

/** Where a member goes on in a partition, and what there is of it as of a leader epoch. */
export interface Standing {
  readonly position: Position
  readonly extent: Extent
  readonly epoch: number
}

/** Leader epochs by log and partition; they outlive a consumer, as what the receiver knows does. */
export interface Epochs {
  /** Up to which the receiver was given records, judged against the log of then. */
  readonly given: Map<string, number>
  /** Of fetched records, which brokers with older metadata do not know of. */
  readonly seen: Map<string, number>
}

/** By what `Epochs` go: those of a topic that was made anew count from 0 again. */
export function epochKey({ log, topic, partition }: Pick<Extent, 'log' | 'topic' | 'partition'>): string {
  return `${log} ${topic}/${partition}`
}

/**
 * Judges what was found by the leader epochs up to which it was read: by whoever committed last, and by this member. A log
 * that lost its tail is found so however far it has grown since. Rejects as `endsOfEpochs` does.
 */
export async function standingsOf(
  found: readonly Found[],
  { given, seen }: Epochs,
  cluster: object,
): Promise<Standing[]> {
  const current = found.map((one) => {
    return { ...one, epoch: Math.max(one.epoch, seen.get(epochKey(one.extent)) ?? -1) }
  })
  const committedTo = await cutsIn(current, ({ committedEpoch }) => committedEpoch, cluster)
  const givenTo = await cutsIn(current, ({ extent }) => given.get(epochKey(extent)) ?? -1, cluster)
  return current.map(({ extent, epoch }) => {
    const name = `${extent.topic}/${extent.partition}`
    const cut = { committedTo: committedTo.get(name) ?? extent.end, givenTo: givenTo.get(name) ?? extent.end }
    return { position: positionIn({ ...extent, ...cut }), extent: { ...extent, ...cut }, epoch }
  })
}

/** What was read up to the epoch that is now can't have been cut since. */
async function cutsIn(
  found: readonly Found[],
  epochOf: (one: Found) => number,
  cluster: object,
): Promise<ReadonlyMap<string, number>> {
  const read = found.flatMap((one): ReadEpoch[] => {
    const { topic, partition } = one.extent
    const epoch = epochOf(one)
    return epoch >= 0 && epoch < one.epoch ? [{ topic, partition, epoch }] : []
  })
  return read.length === 0 ? new Map() : endsOfEpochs(cluster, read)
}
