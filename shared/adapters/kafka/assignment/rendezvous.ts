import { createHash } from 'node:crypto'

/** Who may have partitions. */
export interface Candidate {
  readonly memberId: string
  /** The same again after a restart; several members may say the same. */
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
 * Which member has which of the named partitions: each the one with the highest hash of both names (rendezvous hashing),
 * and all as many, give or take one. The same members have the same partitions whatever was before, so that a member that
 * comes or goes moves about its own share, and a restart gives back what it had.
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

/** Members of one instance are told apart by their number, in the order of the ids that the broker gave them. */
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
