import type { TargetPage } from '#shared/messages/payloads/audit-input.ts'
import {
  effectiveDirectives,
  parseRobotsDirectives,
  parseRobotsMeta,
} from '#shared/page/robots-directives.ts'
import { withoutFragment } from '#shared/web/without-fragment.ts'
import type { Facts } from '../../facts/facts.ts'
import { otherCanonicalOf } from './canonicals.ts'

/** What is known of the canonical's target. */
export interface CanonicalTarget {
  readonly url: URL
  /** Status of the first response; null when it was not probed or did not answer. */
  readonly status: number | null
  /** The page that was read there after redirects; undefined when none was read. */
  readonly page: TargetPage | undefined
}

type Sources = Pick<Facts, 'document' | 'http' | 'probes' | 'targets'>

/** The target of the canonical; null when the canonical is the page itself, or when there is no single one. */
export function canonicalTarget(sources: Sources): CanonicalTarget | null {
  const canonical = otherCanonicalOf(sources)
  return canonical === null ? null : targetAt(canonical.url, sources)
}

/** What is known of a page named as canonical, even beside other canonicals. */
export function targetAt(
  url: URL,
  { probes, targets }: Pick<Sources, 'probes' | 'targets'>,
): CanonicalTarget {
  const href = withoutFragment(url.href)
  const page = targets.get(href)
  const status = page?.redirects[0]?.status ?? page?.status ?? probes.of(href)?.status ?? null
  return { url, status, page }
}

/** Whether a page that was read asks Google not to index it. */
export function asksNoindex({ robotsMetas, robotsHeaders }: TargetPage, at: number): boolean {
  const metas = robotsMetas.flatMap(({ name, content }) => parseRobotsMeta(name, content))
  const all = [...metas, ...robotsHeaders.flatMap(parseRobotsDirectives)]
  const forGoogle = all.filter(({ agent }) => agent === null || agent === 'googlebot')
  return !effectiveDirectives(forGoogle, new Date(at)).index
}
