import type { Element } from 'domhandler'
import { forbidsIndexing, parseRobotsDirectives, parseRobotsMeta } from '#shared/page/robots-directives.ts'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { type Evidence, elementEvidence, externalEvidence } from '../../engine/rule.ts'
import type { Facts, HttpFacts } from '../../facts/facts.ts'
import { metaNames, metasNamed } from '../head/head-elements.ts'

/**
 * A directive of a robots meta or of an `X-Robots-Tag` line. Metas of the body count: Google "does not enforce
 * placement of meta robots in the HTML head" (robots meta tag specification).
 */
export interface Directive {
  /** Product token in lower case; null = every crawler. */
  readonly bot: string | null
  readonly name: string
  readonly value: string | null
  readonly evidence: Evidence
}

type Sources = Pick<Facts, 'document' | 'http'>

/** Metas with these names address one crawler. Other tokens of Google are reported by robots-unknown-bot. */
const knownBots =
  /^(googlebot(-news)?|google-?other|adsbot-google|mediapartners-google|storebot-google|bingbot|msnbot|slurp|duckduckbot|yandex(bot)?|baiduspider|applebot|petalbot|facebot|twitterbot|otherbot)$/

/** Longer than all directives together. */
const MAX_CHARS = 2_000
/** Maximum number that is read: pages have one or two, hostile ones thousands. */
const MAX_METAS = 1_000

const metaDirectives = memoize((document: PageDocument): readonly Directive[] =>
  metaNames(document)
    .filter((name) => name === 'robots' || knownBots.test(name))
    .flatMap((name) =>
      metasNamed(document, name)
        .filter(({ element }) => isNamed(element, name))
        .map(({ element, content }) => ({ element, name, content: content.slice(0, MAX_CHARS) })),
    )
    .slice(0, MAX_METAS)
    .flatMap(({ name, content, element }) =>
      parseRobotsMeta(name, content).map(({ agent, ...directive }) => ({
        ...directive,
        bot: agent,
        evidence: elementEvidence(element, content),
      })),
    ),
)

/** A pragma (`http-equiv`) of that name is no robots meta. */
function isNamed({ attribs }: Element, name: string): boolean {
  return [attribs.name, attribs.property].some((written) => written?.trim().toLowerCase() === name)
}

/** Each line is read by itself: a user agent applies up to the next one of its line. */
const headerDirectives = memoize((http: HttpFacts): readonly Directive[] =>
  http.header('x-robots-tag').flatMap((line) =>
    parseRobotsDirectives(line).map(({ agent, name, value }) => {
      return { bot: agent, name, value, evidence: externalEvidence(`X-Robots-Tag: ${line}`) }
    }),
  ),
)

/** All directives, those of metas first. */
export function directivesOf({ document, http }: Sources): readonly Directive[] {
  return [...metaDirectives(document), ...headerDirectives(http)]
}

/**
 * The directives that a crawler obeys: generic and its own, metas and headers together (Google: the most
 * restrictive wins).
 */
export function directivesFor(sources: Sources, bot: string): readonly Directive[] {
  return directivesOf(sources).filter((directive) => directive.bot === null || directive.bot === bot)
}

/** `noindex` and `none`. */
export function isNoindex({ name, value }: Directive): boolean {
  return (name === 'noindex' || name === 'none') && value === null
}

type DatedSources = Sources & Pick<Facts, 'request'>

/** The directives that keep the page out of Google at the time of the fetch, an `unavailable_after` that has passed included. */
export function obstaclesFor(sources: DatedSources): readonly Directive[] {
  return directivesFor(sources, 'googlebot').filter((directive) =>
    forbidsIndexing(directive, sources.request.at),
  )
}

/** Whether the page asks Google not to index it. */
export function hasNoindex(sources: DatedSources): boolean {
  return obstaclesFor(sources).length > 0
}
