import { isAppShell } from '../../../derived/page/app-shell.ts'
import { robotsDecision } from '../../../derived/robots/robots-decision.ts'
import { directivesFor, isNoindex } from '../../../derived/robots/robots-directives.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const noindex = rule({
  id: 'noindex',
  severity: 'error',
  title: 'Page set to noindex',
  passTitle: 'Page may be indexed',
  why: 'noindex keeps the page out of Google. That is right for pages that should not be found, and fatal for all others.',
  fix: 'Remove noindex from the robots meta tag or the X-Robots-Tag header if the page should be found.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/block-indexing',
  needs: ['document', 'http', 'robots'],
  messages: { noindex: 'The page tells Google not to index it: {directive}' },

  check({ document, http, robots }) {
    const found = directivesFor({ document, http }, 'googlebot').filter(isNoindex)
    const [first] = found
    if (first === undefined) return pass
    // Reported by noindex-not-crawlable where crawlers cannot see it, and by noindex-on-js-page where scripts
    // build the page.
    if (robotsDecision(robots, 'Googlebot', http.finalUrl.href)?.allowed === false) return notApplicable
    if (isAppShell(document)) return notApplicable
    const evidence = found.map((directive) => directive.evidence)
    return fail('noindex', { values: { directive: first.evidence.value.slice(0, 200) }, evidence })
  },
})
