import { isHeadTruncated, metasNamed } from '../../../derived/head/head-elements.ts'
import { fail, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const viewportMissing = rule({
  id: 'viewport-missing',
  severity: 'warning',
  title: 'Missing viewport meta tag',
  passTitle: 'Page has a viewport meta tag',
  why: 'Without it phones lay out the page for a desktop screen and shrink it, and Google indexes the mobile version of pages.',
  fix: 'Add <meta name="viewport" content="width=device-width, initial-scale=1">.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://developer.chrome.com/docs/lighthouse/pwa/viewport',
  needs: ['document'],
  messages: { missing: 'The page has no viewport meta tag.' },

  check({ document }) {
    // Browsers obey a viewport in the body too.
    if (metasNamed(document, 'viewport').length > 0) return pass
    return isHeadTruncated(document) ? notDecidable('truncated') : fail('missing')
  },
})
