import { createHash } from 'node:crypto'

/** Who may have partitions. */
export interface Candidate {
  readonly memberId: string
  /** The same again after a restart; several members may say the same. */
  readonly instance: string
}

interface Seat {
  readonly memberId: string
  readonly name: string
}

interface Bid {
  readonly partition: string
  readonly seat: Seat
  readonly weight: string
}

/**
 * Which member has which of the named partitions: each the one with the highest hash of both names (rendezvous hashing),
 * and all as many, give or take one. The same members have the same partitions whatever was before, so that a member that
 * comes or goes moves about its own share, and a restart gives back what it had.
 */
export function shareByRendezvous(
  partitions: readonly string[],
  candidates: readonly Candidate[],
): Map<string, string> {
  const seats = seatsOf(candidates)
  const bids = partitions.flatMap((partition) => seats.map((seat) => bid(partition, seat)))
  bids.sort((a, b) => (a.weight < b.weight ? -1 : 1))
  const most = Math.floor(partitions.length / seats.length)
  let oneMore = partitions.length % seats.length
  const load = new Map<Seat, number>()
  const owners = new Map<string, string>()
  for (const { partition, seat } of bids) {
    const has = load.get(seat) ?? 0
    if (owners.has(partition) || has > most || (has === most && oneMore === 0)) continue
    if (has === most) oneMore -= 1
    load.set(seat, has + 1)
    owners.set(partition, seat.memberId)
  }
  return owners
}

/** Members of one instance are told apart by their number, in the order of the ids that the broker gave them. */
function seatsOf(candidates: readonly Candidate[]): Seat[] {
  const byInstance = Map.groupBy(
    candidates.toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1)),
    ({ instance }) => instance,
  )
  return [...byInstance].flatMap(([instance, members]) =>
    members.map(({ memberId }, number) => ({ memberId, name: `${instance}#${number}` })),
  )
}

function bid(partition: string, seat: Seat): Bid {
  const weight = createHash('sha1').update(`${partition} ${seat.name}`).digest('hex')
  return { partition, seat, weight }
}
