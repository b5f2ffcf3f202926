import { createHash } from 'node:crypto'

/** A group member that may own partitions. */
export interface Candidate {
  readonly memberId: string
  /** Name that stays the same across restarts. Several members may share one. */
  readonly instance: string
}

interface NamedMember {
  readonly memberId: string
  readonly name: string
}

interface Bid {
  readonly partition: string
  readonly member: NamedMember
  readonly weight: string
}

/**
 * Assigns each partition to the member with the highest hash of both names (rendezvous hashing), balanced so
 * that the numbers of partitions of two members differ by at most one. The result depends only on the
 * members, not on the previous assignment: a member that joins or leaves moves about its own share, and a
 * restarted one gets back its former partitions. Returns the member id of each partition.
 */
export function assignByRendezvous(
  partitions: readonly string[],
  candidates: readonly Candidate[],
): Map<string, string> {
  const namedMembers = nameMembers(candidates)
  const bids = partitions.flatMap((partition) => namedMembers.map((member) => bid(partition, member)))
  bids.sort((a, b) => (a.weight < b.weight ? -1 : 1))
  const share = Math.floor(partitions.length / namedMembers.length)
  let extras = partitions.length % namedMembers.length
  const load = new Map<NamedMember, number>()
  const owners = new Map<string, string>()
  for (const { partition, member } of bids) {
    const assigned = load.get(member) ?? 0
    if (owners.has(partition) || assigned > share || (assigned === share && extras === 0)) continue
    if (assigned === share) extras -= 1
    load.set(member, assigned + 1)
    owners.set(partition, member.memberId)
  }
  return owners
}

/** Numbers the members of one instance in the order of their member ids, which the broker assigns. */
function nameMembers(candidates: readonly Candidate[]): NamedMember[] {
  const byInstance = Map.groupBy(
    candidates.toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1)),
    ({ instance }) => instance,
  )
  return [...byInstance].flatMap(([instance, members]) =>
    members.map(({ memberId }, number) => ({ memberId, name: `${instance}#${number}` })),
  )
}

function bid(partition: string, member: NamedMember): Bid {
  const weight = createHash('sha1').update(`${partition} ${member.name}`).digest('hex')
  return { partition, member, weight }
}
