import type { TargetPage } from '#shared/messages/payloads/audit-input.ts'
import { withoutFragment } from '#shared/web/without-fragment.ts'
import type { Target, TargetFault } from '../../engine/evaluate.ts'
import type { Facts } from '../../facts/facts.ts'
import { type AlternateSources, alternatesOf, ownAddresses } from './alternates.ts'

/** Another language version of the page, once for all of its codes. */
export interface AlternateTarget extends Target {
  readonly url: string
}

/** The other versions that the page itself names. */
export function alternateTargets(sources: AlternateSources): AlternateTarget[] {
  const own = ownAddresses(sources)
  const targets = new Map<string, AlternateTarget>()
  for (const { url, address, evidence } of alternatesOf(sources)) {
    if (url === null || address === null || own.has(address)) continue
    const href = withoutFragment(url.href)
    if (!targets.has(href)) targets.set(href, { url: href, evidence })
  }
  return [...targets.values()]
}

/**
 * The fault that `faultOf` finds in a version that was read. Errors and redirects have rules of their own and are
 * no fault here. A version that was not read is undecided.
 */
export function faultOfPage(
  { url }: AlternateTarget,
  targets: Facts['targets'],
  faultOf: (page: TargetPage) => string | null,
): TargetFault {
  const page = targets.get(url)
  if (page === undefined || page.status === null) return { unknown: 'not_read' }
  if (page.redirects.length > 0 || page.status < 200 || page.status > 299) return null
  return faultOf(page)
}
