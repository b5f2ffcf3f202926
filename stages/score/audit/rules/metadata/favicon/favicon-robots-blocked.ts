import { iconLinks } from '../../../derived/head/icon-links.ts'
import { decisionOnFile, isOwnRobots, namesBot, ruleText } from '../../../derived/robots/robots-decision.ts'
import { elementEvidence, externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const faviconRobotsBlocked = rule({
  id: 'favicon-robots-blocked',
  severity: 'warning',
  title: 'Favicon blocked by robots.txt',
  passTitle: 'Favicon may be crawled',
  why: 'Google requires that its crawlers may fetch the icon file; otherwise it shows a default icon next to your results.',
  fix: 'Allow the icon in robots.txt.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/appearance/favicon-in-search',
  excludes: 'Icons that are disallowed by the same line as the page itself.',
  needs: ['document', 'robots'],
  messages: { blocked: '{affected} of {total} {total:icon|icons} {affected:is|are} blocked by {rule}.' },

  check({ document, robots }) {
    const icons = iconLinks(document).flatMap(({ element, url }) =>
      url !== null && isOwnRobots(robots, url) ? [{ element, url }] : [],
    )
    if (icons.length === 0 || robots.state === 'unreachable') return notApplicable
    // Googlebot-Image fetches images; it obeys the group of Googlebot where it has none.
    const bot = namesBot(robots, 'Googlebot-Image') ? 'Googlebot-Image' : 'Googlebot'
    const evaluated = icons.map((icon) => ({
      ...icon,
      verdict: decisionOnFile(robots, bot, { url: icon.url, page: document.url }),
    }))
    const blocked = evaluated.flatMap(({ verdict, ...icon }) =>
      verdict?.allowed === false ? [{ ...icon, verdict }] : [],
    )
    const [first] = blocked
    if (evaluated.every(({ verdict }) => verdict === null)) return notApplicable
    if (first === undefined) return pass
    const extent = { affected: blocked.length, total: icons.length }
    const text = ruleText(first.verdict)
    const evidence = [
      ...blocked.slice(0, 9).map(({ element, url }) => elementEvidence(element, url)),
      externalEvidence(text),
    ]
    return fail('blocked', { values: { rule: text }, evidence, extent })
  },
})
