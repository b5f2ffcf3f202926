import type { IndexabilityResult } from '#shared/operations/results/metadata-result.ts'
import {
  effectiveDirectives,
  parseRobotsDirectives,
  parseRobotsMeta,
} from '#shared/page/robots-directives.ts'
import type { FactIndex } from '../../facts/fact-index.ts'
import { tidy } from '../../text/tidy.ts'
import { areCanonicalsClear, type Canonical, type CanonicalStatus } from './canonical.ts'

/**
 * Contents of the robots metas, in order, as one text; null without any. Search engines obey robots metas of the
 * body too.
 */
export function robotsMeta({ facts }: FactIndex): string | null {
  return tidy(robotsContents(facts).join(', '))
}

function robotsContents({ metas }: FactIndex['facts']): string[] {
  return metas.filter(({ keys }) => keys.includes('robots')).map(({ content }) => tidy(content) ?? '')
}

function robotsHeaders({ page }: FactIndex): readonly string[] {
  return page.headers['x-robots-tag'] ?? []
}

/** What the generic directives of metas and headers come to. */
export function effectiveRobots(factIndex: FactIndex): ReturnType<typeof effectiveDirectives> {
  const fromMetas = robotsContents(factIndex.facts).flatMap((content) => parseRobotsMeta('robots', content))
  const fromHeaders = robotsHeaders(factIndex).flatMap(parseRobotsDirectives)
  const generic = [...fromMetas, ...fromHeaders].filter(({ agent }) => agent === null)
  return effectiveDirectives(generic, new Date(factIndex.page.fetchedAt))
}

/** Effective generic directives in words, e.g. `noindex, follow`. */
function robotsEffective(factIndex: FactIndex): string {
  const { index, follow } = effectiveRobots(factIndex)
  return `${index ? 'index' : 'noindex'}, ${follow ? 'follow' : 'nofollow'}`
}

/** Whether a status is 2xx. */
export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status <= 299
}

/**
 * Builds `indexability` (`infra/docs/clients.md#indexability`). A canonical URL that the egress rules refuse
 * counts as valid, since its status is unknown.
 */
export function indexabilityOf(
  factIndex: FactIndex,
  canonical: Canonical | null,
  answer: CanonicalStatus,
): IndexabilityResult {
  const headers = robotsHeaders(factIndex)
  return {
    robots_meta: robotsMeta(factIndex),
    x_robots_tag: headers.length > 0 ? tidy(headers.join(', ')) : null,
    robots_txt_allowed: factIndex.page.robotsTxtAllowed,
    canonical_valid:
      areCanonicalsClear(factIndex) && (canonical === null || answer === 'refused' || isSuccess(answer)),
    robots_effective: robotsEffective(factIndex),
  }
}
