import { metasNamed, pragmaKey } from '../../../derived/head/head-elements.ts'
import {
  type Evidence,
  elementEvidence,
  externalEvidence,
  fail,
  notApplicable,
  pass,
  rule,
} from '../../../engine/rule.ts'

/** Seconds, a separator and a URL (HTML, 4.2.5.3); an empty URL is the page itself. */
const withUrl = /^\s*(\d+|(?=\.))[.\d]*\s*[;,\s]\s*(?:url\s*=\s*)?(\S.*)?$/i
const named = /[;,\s]\s*url\s*=/i
/** Number of characters that suffices to find a URL. */
const MAX_CHARS = 200
/** Longer delays, above 20 hours, disturb nobody (WCAG 2.2.1). */
const LONGEST = 72_000

export const redirectMetaRefresh = rule({
  id: 'redirect-meta-refresh',
  severity: 'warning',
  title: 'Redirect by meta refresh',
  passTitle: 'Page does not redirect by refresh',
  why: 'Google follows a refresh but recommends server-side redirects: they are faster, understood everywhere, and do not break the back button.',
  fix: 'Respond with status 301 or 308 and a Location header instead.',
  effort: 'hours',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
  needs: ['document', 'http'],
  messages: { refresh: 'The page redirects with a refresh: {content}' },

  check({ document, http }) {
    const metas = metasNamed(document, pragmaKey('refresh')).map(({ element, content }) => ({
      evidence: elementEvidence(element, content),
      content,
    }))
    const headers = http
      .header('refresh')
      .map((content) => ({ evidence: externalEvidence(`Refresh: ${content}`), content }))
    if (metas.length + headers.length === 0) return notApplicable
    // A delayed refresh is reported by meta-refresh, which concerns readers.
    const found = [...metas.filter(({ content }) => !isDelayed(content)), ...headers].find(({ content }) =>
      redirects(content),
    )
    if (found === undefined) return pass
    const evidence: Evidence[] = [found.evidence]
    return fail('refresh', { values: { content: found.content.slice(0, 200) }, evidence })
  },
})

function redirects(content: string): boolean {
  const start = content.slice(0, MAX_CHARS)
  return named.test(start) || withUrl.exec(start)?.[2] !== undefined
}

function isDelayed(content: string): boolean {
  const seconds = Number.parseInt(content, 10)
  return seconds > 0 && seconds <= LONGEST
}
