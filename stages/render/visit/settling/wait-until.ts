import type { WaitUntil } from '#shared/operations/snapshot.ts'
import type { ShownDocument } from '../page-state/main-document.ts'

/** How long no more than the allowed requests may be pending, in milliseconds: infra/docs/contract.md#snapshot-parameters. */
const QUIET_MS = 500

/** Pending requests with which the network still counts as idle. */
export function connectionsAllowed(waitUntil: WaitUntil): number {
  return waitUntil === 'networkidle2' ? 2 : 0
}

/**
 * Milliseconds until the document reaches the milestone if nothing changes; 0 when it has reached it; null when an event has to come
 * first. The network does not count as idle before the document is parsed: the parser may still find requests.
 */
export function msUntilMilestone(
  waitUntil: WaitUntil,
  { parsedAt, loadedAt }: Pick<ShownDocument, 'parsedAt' | 'loadedAt'>,
  quietSince: number | null,
  now: number,
): number | null {
  switch (waitUntil) {
    case 'domcontentloaded':
      return parsedAt === null ? null : 0
    case 'load':
      return loadedAt === null ? null : 0
    case 'networkidle0':
    case 'networkidle2':
      if (parsedAt === null || quietSince === null) return null
      return Math.max(0, Math.max(parsedAt, quietSince) + QUIET_MS - now)
  }
}
