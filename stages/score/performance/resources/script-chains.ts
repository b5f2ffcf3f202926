import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import type { Initiators } from './initiators.ts'
import { transferOf } from './totals.ts'

/** A script and those that it caused, directly or by one another. */
export interface ScriptChain {
  readonly first: LabRequest
  /** Without the first. */
  readonly further: readonly LabRequest[]
  /** Requests one after the other, the first included. */
  readonly depth: number
  /** Of the further ones. */
  readonly transferBytes: number
}

interface Place {
  readonly first: LabRequest
  readonly depth: number
}

/** Chains of the scripts among `requests`, those with the most bytes first; scripts that cause none are left out. */
export function scriptChains(requests: readonly LabRequest[], initiators: Initiators): ScriptChain[] {
  const places = new Map<LabRequest, Place>()
  for (const request of requests) {
    if (request.kind !== 'javascript') continue
    const initiator = initiators.get(request)
    const place = initiator && places.get(initiator)
    // A redirect is no script of its own: it stands for what led to it.
    if (request.isRedirect) {
      if (place !== undefined) places.set(request, place)
    } else if (place === undefined) places.set(request, { first: request, depth: 1 })
    else places.set(request, { first: place.first, depth: place.depth + 1 })
  }
  return [...Map.groupBy(places, ([, { first }]) => first)]
    .map(([first, members]) => toChain(first, members))
    .filter(({ further }) => further.length > 0)
    .toSorted((one, other) => other.transferBytes - one.transferBytes)
}

function toChain(first: LabRequest, members: readonly (readonly [LabRequest, Place])[]): ScriptChain {
  const further = members.map(([request]) => request).filter((one) => one !== first && !one.isRedirect)
  return {
    ...{ first, further },
    depth: members.reduce((deepest, [, { depth }]) => Math.max(deepest, depth), 0),
    transferBytes: transferOf(further),
  }
}
