import { parseRefresh } from '#shared/page/refresh.ts'
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

/** Characters that suffice to find a URL. */
const MAX_CHARS = 2000

/** An empty URL is the page itself, by which servers send on as well: with a cookie that they have set. */
function redirects(content: string): boolean {
  return (parseRefresh(content.slice(0, MAX_CHARS))?.address ?? null) !== null
}

function isDelayed(content: string): boolean {
  const { seconds } = parseRefresh(content.slice(0, MAX_CHARS)) ?? { seconds: 0 }
  return seconds > 0 && seconds <= LONGEST
}
