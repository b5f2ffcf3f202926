import type { TargetPage } from '#shared/messages/payloads/audit-input.ts'
import { effectiveDirectives, parseRobotsDirectives } from '#shared/robots/directives.ts'
import type { Facts } from '../../facts/facts.ts'
import { otherCanonicalOf } from './canonicals.ts'

/** What is known of the page that the canonical leads to. */
export interface CanonicalTarget {
  readonly url: URL
  /** Of the first answer; null when it was not asked or gave none. */
  readonly status: number | null
  /** What was read there, redirects followed; undefined when nothing was. */
  readonly page: TargetPage | undefined
}

type Sources = Pick<Facts, 'document' | 'http' | 'probes' | 'targets'>

/** Null where the canonical is the page itself or there is no single one: there is nothing to ask. */
export function canonicalTarget(sources: Sources): CanonicalTarget | null {
  const canonical = otherCanonicalOf(sources)
  return canonical === null ? null : targetAt(canonical.url, sources)
}

/** What is known of a page that is named as canonical, even if it is not alone. */
export function targetAt(
  url: URL,
  { probes, targets }: Pick<Sources, 'probes' | 'targets'>,
): CanonicalTarget {
  const href = url.href.split('#', 1)[0] ?? ''
  const page = targets.get(href)
  const status = page?.redirects[0]?.status ?? page?.status ?? probes.of(href)?.status ?? null
  return { url, status, page }
}

/** Whether a page that was read asks Google to leave it out. */
export function asksNoindex({ robotsMetas, robotsHeaders }: TargetPage, at: number): boolean {
  const metas = robotsMetas.flatMap(({ name, content }) =>
    parseRobotsDirectives(content).map((directive) => ({
      ...directive,
      agent: name.toLowerCase() === 'robots' ? directive.agent : name.toLowerCase(),
    })),
  )
  const all = [...metas, ...robotsHeaders.flatMap(parseRobotsDirectives)]
  const forGoogle = all.filter(({ agent }) => agent === null || agent === 'googlebot')
  return !effectiveDirectives(forGoogle, new Date(at)).index
}
