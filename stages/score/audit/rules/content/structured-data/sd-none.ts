import { isAppShell } from '../../../derived/page/app-shell.ts'
import { hasNoindex } from '../../../derived/robots/robots-directives.ts'
import { fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const sdNone = rule({
  id: 'sd-none',
  severity: 'info',
  title: 'No structured data',
  passTitle: 'Page has structured data',
  why: 'Structured data is optional. If the page is about something for which Google has a rich result, structured data makes it eligible.',
  fix: 'Describe the page with JSON-LD, if there is a rich result for it.',
  effort: 'hours',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/appearance/structured-data/search-gallery',
  needs: ['document', 'http', 'structured', 'request'],
  messages: { none: 'The page has no structured data.' },

  check({ document, http, structured, request }) {
    if (structured.items.length > 0) return pass
    // Unreadable blocks are reported by jsonld-syntax. Error pages and noindex pages need no structured data.
    if (structured.blocks > 0 || http.status < 200 || http.status > 299) return notApplicable
    if (hasNoindex({ document, http, request })) return notApplicable
    if (structured.isCut || document.cut !== null) return notDecidable('truncated')
    return isAppShell(document) ? notDecidable('app_shell') : fail('none')
  },
})
