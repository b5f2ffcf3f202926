import { effectiveDirectives, parseRobotsDirectives } from '#shared/robots/directives.ts'
import type { Canonical } from './canonical.ts'
import type { CanonicalAnswer } from './questions.ts'
import type { Reading } from './reading.ts'
import type { IndexabilityResult } from './result.ts'
import { tidy } from './text.ts'

/** The contents of the robots metas, in order, as one text; null when there is none. Search engines obey those of the body, too. */
export function robotsMeta({ facts }: Reading): string | null {
  const contents = facts.metas.filter(({ keys }) => keys.includes('robots'))
  return tidy(contents.map(({ content }) => tidy(content)).join(', '))
}

function robotsHeaders({ page }: Reading): readonly string[] {
  return page.headers['x-robots-tag'] ?? []
}

/** Generic directives of metas and headers together, e.g. `noindex, follow`. */
function robotsEffective(reading: Reading): string {
  const fromMetas = parseRobotsDirectives(robotsMeta(reading) ?? '')
  const fromHeaders = robotsHeaders(reading).flatMap(parseRobotsDirectives)
  const generic = [...fromMetas, ...fromHeaders].filter(({ agent }) => agent === null)
  const { index, follow } = effectiveDirectives(generic, new Date(reading.page.fetchedAt))
  return `${index ? 'index' : 'noindex'}, ${follow ? 'follow' : 'nofollow'}`
}

export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status <= 299
}

/** What a canonical URL that may not be asked answers is not known, so it is not taken for unusable. */
export function indexabilityOf(
  reading: Reading,
  canonical: Canonical | null,
  answer: CanonicalAnswer,
): IndexabilityResult {
  const headers = robotsHeaders(reading)
  return {
    robots_meta: robotsMeta(reading),
    x_robots_tag: headers.length > 0 ? tidy(headers.join(', ')) : null,
    robots_txt_allowed: reading.page.robotsTxtAllowed,
    canonical_valid:
      canonical === null ||
      (canonical.isUsable && !canonical.isConflicting && (answer === 'refused' || isSuccess(answer))),
    robots_effective: robotsEffective(reading),
  }
}
