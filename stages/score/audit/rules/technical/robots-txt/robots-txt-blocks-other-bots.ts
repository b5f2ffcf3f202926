import { robotsDecision, ruleText } from '../../../derived/robots/robots-decision.ts'
import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

/** Crawlers of other search engines and of link previews. */
const bots = [
  'Bingbot',
  'DuckDuckBot',
  'YandexBot',
  'Baiduspider',
  'Applebot',
  'Slurp',
  'facebookexternalhit',
  'Twitterbot',
]

export const robotsTxtBlocksOtherBots = rule({
  id: 'robots-txt-blocks-other-bots',
  severity: 'info',
  title: 'Page blocked for other crawlers by robots.txt',
  passTitle: 'robots.txt lets other crawlers access the page',
  why: 'Search engines and social networks do not list or preview pages that they may not crawl. That may be intended.',
  fix: 'Allow these crawlers in robots.txt if you want to appear there.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://www.rfc-editor.org/rfc/rfc9309#name-the-user-agent-line',
  needs: ['http', 'robots'],
  messages: {
    blocked:
      'robots.txt blocks {affected} of {total} other {total:crawler|crawlers} from this page: {names}.',
  },

  check({ http, robots }) {
    const url = http.finalUrl.href
    // A page that is blocked for Google too is reported by robots-txt-blocks-page.
    if (robots.state !== 'found' || robotsDecision(robots, 'Googlebot', url)?.allowed === false)
      return notApplicable
    const evaluated = bots.map((bot) => ({ bot, verdict: robotsDecision(robots, bot, url) }))
    const blocked = evaluated.flatMap(({ bot, verdict }) =>
      verdict?.allowed === false ? [{ bot, verdict }] : [],
    )
    if (blocked.length === 0) return pass
    const extent = { affected: blocked.length, total: bots.length }
    const evidence = blocked.map(({ verdict }) => externalEvidence(ruleText(verdict)))
    return fail('blocked', { values: { names: blocked.map(({ bot }) => bot).join(', ') }, evidence, extent })
  },
})
