import { isAppShell } from '../../../derived/page/app-shell.ts'
import { mainHeading } from '../../../derived/text/headings.ts'
import { titleText } from '../../../derived/title/titles.ts'
import {
  elementEvidence,
  externalEvidence,
  fail,
  notApplicable,
  notDecidable,
  pass,
  rule,
} from '../../../engine/rule.ts'
import { saysNotFound } from './not-found-words.ts'

/** A page about something that was not found has more words. */
const THIN_WORDS = 150

export const soft404 = rule({
  id: 'soft-404',
  severity: 'warning',
  title: 'Soft 404: error page with a success status',
  passTitle: 'Page is not a soft 404',
  why: 'A page that says "not found" but returns status 200 is a soft 404: Google leaves it out of the index and wastes crawling on it.',
  fix: 'Return status 404 or 410 for missing pages, or redirect to a replacement.',
  effort: 'hours',
  impact: 'high',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
  excludes: 'Pages with 150 words or more, and titles about error pages.',
  needs: ['document', 'http', 'metadata'],
  messages: { soft: 'The page says "{text}" but returns status {status}.' },

  check({ document, http: { status }, metadata }) {
    if (status < 200 || status > 299) return notApplicable
    const heading = mainHeading(document)
    const title = titleText(document)
    const found = [heading?.text, title].find((text) => text != null && saysNotFound(text))
    if (found == null) return isAppShell(document) ? notDecidable('app_shell') : pass
    if ((metadata.content?.word_count ?? 0) >= THIN_WORDS) return pass
    const evidence =
      heading?.text === found ? elementEvidence(heading.element, found) : externalEvidence(found)
    return fail('soft', { values: { text: found.slice(0, 100), status }, evidence: [evidence] })
  },
})
