import type { LabRequest } from '#shared/messages/payloads/measurement.ts'

/** By request the earlier request that caused it. */
export type Initiators = ReadonlyMap<LabRequest, LabRequest>

/**
 * What caused the requests, which are in the order of their start. Requests without a known cause are left out: all of them in
 * measurements of older render stages. Of several requests for the URL of the cause the last one before counts.
 */
export function initiatorsOf(requests: readonly LabRequest[]): Initiators {
  const initiators = new Map<LabRequest, LabRequest>()
  const byUrl = new Map<string, LabRequest>()
  for (const request of requests) {
    const { initiatorUrl } = request
    const initiator = initiatorUrl ? byUrl.get(initiatorUrl) : undefined
    if (initiator !== undefined) initiators.set(request, initiator)
    byUrl.set(request.url, request)
  }
  return initiators
}
