import { isCutInHead } from '../../derived/head-cut.ts'
import { metasNamed } from '../../derived/meta-elements.ts'
import { fail, notDecidable, pass, rule } from '../../rule.ts'

export const viewportMissing = rule({
  id: 'viewport-missing',
  category: 'metadata',
  severity: 'warning',
  title: 'Page has a viewport',
  why: 'Without it phones lay the page out for a desktop screen and shrink it, and Google indexes the mobile view of pages.',
  fix: 'Add <meta name="viewport" content="width=device-width, initial-scale=1">.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://developer.chrome.com/docs/lighthouse/pwa/viewport',
  needs: ['document'],
  messages: { missing: 'The page has no meta viewport.' },

  check({ document }) {
    // Browsers obey one in the body too.
    if (metasNamed(document, 'viewport').length > 0) return pass
    return isCutInHead(document) ? notDecidable('truncated') : fail('missing')
  },
})
