import { editDistance } from '#shared/edit-distance.ts'
import { parseRobotsMeta } from '#shared/page/robots-directives.ts'
import { metaNames, metasNamed } from '../../../derived/head/head-elements.ts'
import { isKnownDirective } from '../../../derived/robots/robots-tokens.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

/** Google "supports two user agent tokens in the robots meta tag"; others are ignored. */
const supported = new Set(['robots', 'googlebot', 'googlebot-news'])
const googleLike = /^(google-?bot|google-?other|mediapartners-google|storebot-google|googlebots)/

export const robotsUnknownBot = rule({
  id: 'robots-unknown-bot',
  severity: 'info',
  title: 'Robots meta tag for an unknown crawler',
  passTitle: 'Robots meta tags name known crawlers',
  why: 'In robots meta tags Google obeys only the names robots, googlebot and googlebot-news.',
  fix: 'Use the name robots for all crawlers, or googlebot for Google.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
  needs: ['document'],
  messages: { unknown: 'Google ignores the robots meta tag named "{name}".' },

  check({ document }) {
    const robots = metaNames(document).filter((name) => supported.has(name) || isMistaken(name))
    const metas = robots.flatMap((name) => metasNamed(document, name).map((meta) => ({ ...meta, name })))
    const meant = metas.filter(({ name, content }) => supported.has(name) || isRobotsContent(name, content))
    if (meant.length === 0) return notApplicable
    const found = meant.filter(({ name }) => !supported.has(name))
    const [first] = found
    if (first === undefined) return pass
    const evidence = found.map(({ element, content }) => elementEvidence(element, content))
    return fail('unknown', { values: { name: first.name }, evidence })
  },
})

function isMistaken(name: string): boolean {
  return (
    googleLike.test(name) ||
    (name.length < 15 && ['robots', 'googlebot'].some((token) => isSlipOf(name, token)))
  )
}

/** The first letter is rarely mistyped. */
function isSlipOf(name: string, token: string): boolean {
  return name[0] === token[0] && editDistance(name, token) <= 2
}

function isRobotsContent(name: string, content: string): boolean {
  return parseRobotsMeta(name, content.slice(0, 1_000)).some((directive) =>
    isKnownDirective(directive.name, directive.value),
  )
}
