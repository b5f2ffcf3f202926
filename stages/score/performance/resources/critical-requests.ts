import type { LabKind, LabPriority, LabRequest } from '#shared/messages/payloads/measurement.ts'
import type { Initiators } from './initiators.ts'

/** A request that the page cannot be shown without, and those that it was found by. */
export interface CriticalRequest {
  readonly request: LabRequest
  /** From the file that the document names to this one, without redirects; its length is the depth below the document. */
  readonly chain: readonly LabRequest[]
}

/** Kinds that may be critical: images, frames and what scripts fetch are not (Lighthouse, network dependency tree). */
const KINDS: ReadonlySet<LabKind> = new Set(['stylesheet', 'javascript', 'font'])
const HIGH: ReadonlySet<LabPriority | undefined> = new Set(['very_high', 'high', 'medium'])
/** Longest chain that is followed; longer ones are no pages but attacks. */
const MAX_DEPTH = 100

/**
 * Critical requests as in Lighthouse's network dependency tree: style sheets, scripts and fonts that block rendering or have at least
 * medium priority, where all that they were found by is critical too, up to the document. In the order of their start.
 */
export function criticalRequests(
  requests: readonly LabRequest[],
  initiators: Initiators,
  document: LabRequest | null,
): CriticalRequest[] {
  const chains = new Map<LabRequest, readonly LabRequest[]>()
  if (document !== null) chains.set(document, [])
  for (const request of requests) {
    const initiator = initiators.get(request)
    const chain = initiator && chains.get(initiator)
    if (chain === undefined || chain.length >= MAX_DEPTH || !isCritical(request)) continue
    chains.set(request, request.isRedirect ? chain : [...chain, request])
  }
  return [...chains]
    .filter(([request]) => request !== document && !request.isRedirect)
    .map(([request, chain]) => ({ request, chain }))
}

function isCritical({ kind, isRenderBlocking, priority }: LabRequest): boolean {
  return KINDS.has(kind) && (isRenderBlocking || HIGH.has(priority))
}
