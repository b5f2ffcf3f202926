import { iconLinks } from '../../../derived/head/icon-links.ts'
import { probeOutcome } from '../../../derived/links/link-targets.ts'
import { externalEvidence, fail, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const faviconMissing = rule({
  id: 'favicon-missing',
  severity: 'info',
  title: 'Missing favicon',
  passTitle: 'Site has a favicon',
  why: 'Google shows the favicon next to search results, browsers show it in tabs and bookmarks.',
  fix: 'Add <link rel="icon" href="…"> to the home page, or put a favicon.ico in the root of the site.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/appearance/favicon-in-search',
  needs: ['document', 'http', 'probes'],
  messages: { missing: 'The page links to no icon, and {url} does not exist.' },

  check({ document, http, probes }) {
    if (iconLinks(document).length > 0) return pass
    const url = `${http.finalUrl.origin}/favicon.ico`
    const verdict = probeOutcome(probes.of(url))
    if (verdict.kind === 'unknown') return notDecidable(verdict.reason)
    return verdict.kind === 'works'
      ? pass
      : fail('missing', { values: { url }, evidence: [externalEvidence(url)] })
  },
})
