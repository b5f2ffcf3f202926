import type { WaitUntil } from '#shared/operations/snapshot.ts'
import type { ShownDocument } from '../page-state/main-document.ts'

/** How long no more than the allowed connections have to be open (service.md, waitUntil), in milliseconds. */
const QUIET_MS = 500

/** Connections that may be open while the network counts as idle. */
export function connectionsAllowed(waitUntil: WaitUntil): number {
  return waitUntil === 'networkidle2' ? 2 : 0
}

/**
 * Milliseconds until the document has reached the milestone if nothing happens, 0 when it has, null when something has to
 * happen first. The network can't be idle before the document is parsed: till then nobody knows what it will ask for.
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
