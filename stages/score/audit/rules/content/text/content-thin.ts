import { isAppShell } from '../../../derived/page/app-shell.ts'
import { hasNoindex } from '../../../derived/robots/robots-directives.ts'
import { mainElement, mainWordCount } from '../../../derived/text/main-text.ts'
import { elementEvidence, fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

const FEWEST_WORDS = 50

export const contentThin = rule({
  id: 'content-thin',
  severity: 'info',
  title: 'Thin content',
  passTitle: 'Page has enough text',
  why: 'Google does not count words, but a page with almost no text gives it little to understand and rank.',
  fix: 'Put what visitors come for into text, or exclude the page from the index if there is nothing to find.',
  effort: 'hours',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/fundamentals/seo-starter-guide',
  needs: ['document', 'http', 'request'],
  messages: { thin: 'The main content has only {words} {words:word|words}.' },
  thresholds: { good: '50 words or more', needs_improvement: 'below 50 words', poor: 'no words' },

  check({ document, http, request }) {
    // Error pages and noindex pages need little text.
    if (http.status < 200 || http.status > 299 || hasNoindex({ document, http, request }))
      return notApplicable
    const words = mainWordCount(document)
    if (words >= FEWEST_WORDS) return pass
    if (isAppShell(document)) return notDecidable('app_shell')
    if (document.cut !== null) return notDecidable('truncated')
    const main = mainElement(document)
    return fail('thin', { values: { words }, evidence: main === null ? [] : [elementEvidence(main)] })
  },
})
