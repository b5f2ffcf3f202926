import { isAppShell } from '../../../derived/page/app-shell.ts'
import { robotsDecision } from '../../../derived/robots/robots-decision.ts'
import { directivesFor, isNoindex } from '../../../derived/robots/robots-directives.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const noindexOnJsPage = rule({
  id: 'noindex-on-js-page',
  severity: 'warning',
  title: 'noindex in the HTML of a JavaScript page',
  passTitle: 'Raw HTML of the JavaScript page has no noindex',
  why: 'When Google finds noindex in the initial HTML it may skip rendering, so a script that removes it never runs.',
  fix: 'Leave noindex out of the HTML that the server sends if the page should be found.',
  effort: 'hours',
  impact: 'high',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics',
  needs: ['document', 'http', 'robots'],
  messages: { noindex: 'The page is rendered by scripts, but its initial HTML already contains noindex.' },

  check({ document, http, robots }) {
    if (!isAppShell(document)) return notApplicable
    const [first] = directivesFor({ document, http }, 'googlebot').filter(isNoindex)
    if (first === undefined) return pass
    // A noindex that crawlers cannot see is reported by noindex-not-crawlable.
    if (robotsDecision(robots, 'Googlebot', http.finalUrl.href)?.allowed === false) return notApplicable
    return fail('noindex', { evidence: [first.evidence] })
  },
})
