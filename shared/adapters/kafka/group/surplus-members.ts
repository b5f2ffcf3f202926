import type { AdapterLog } from '../../../log.ts'

/** The share of a member in its group, of a new generation. */
export interface GroupShare {
  /** Members of the group; null if another member leads it. */
  readonly members: number | null
  /** Partitions of its topics. */
  readonly partitions: number
  /** Those that this member owns. */
  readonly owned: number
}

const REMEDY =
  'Raise KAFKA_PARTITIONS, and give the topics that exist more partitions by kafka-topics.sh --alter --partitions'

/**
 * Reports to the log where a group has more members than partitions: the leader how many there are, when that changes; a
 * member without a partition that it has nothing to do, once until it owns one.
 */
export function reportSurplus(group: string, log: AdapterLog | undefined): (share: GroupShare) => void {
  let [reported, isIdle] = ['', false]
  return ({ members, partitions, owned }) => {
    const surplus = members !== null && members > partitions ? `${members} of ${partitions}` : ''
    if (surplus !== '' && surplus !== reported) {
      log?.warn({ group, members, partitions }, `Kafka: a group has more members than partitions. ${REMEDY}`)
    }
    if (members !== null) reported = surplus
    if (owned === 0 && !isIdle) {
      log?.warn(
        { group, partitions },
        `Kafka: this process owns no partition of a group and idles. ${REMEDY}`,
      )
    }
    isIdle = owned === 0
  }
}
