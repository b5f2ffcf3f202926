import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'
import { refreshTime } from './refresh-time.ts'

/** More than 20 hours is no time limit in practice (WCAG 2.2, 2.2.1). */
const MAX_SECONDS = 72_000

export const metaRefresh = rule({
  id: 'meta-refresh',
  severity: 'error',
  title: 'Page does not reload by itself',
  why: 'A page that reloads or leaves after some seconds takes the time to read from people who need longer, and throws screen readers back to its start.',
  fix: 'Remove the refresh meta element; let the server redirect, or people reload the page themselves.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/bc659a/',
  excludes:
    'A refresh at once is a redirect. What browsers ignore is not judged: values that do not begin with a time, addresses that cannot be parsed, and each refresh but the first that is valid.',
  needs: ['document'],
  messages: { timed: 'The page reloads or leaves after {seconds} seconds.' },

  check({ document }) {
    const refreshes = document.byTag('meta').flatMap((meta) => {
      const { 'http-equiv': name, content = '' } = meta.attribs
      const seconds = name?.toLowerCase() === 'refresh' ? refreshTime(document, content) : null
      return seconds === null ? [] : [{ meta, content, seconds }]
    })
    // The first valid refresh counts (HTML Standard, 4.2.5.3).
    const [first] = refreshes
    if (first === undefined) return notApplicable
    const { meta, content, seconds } = first
    if (seconds === 0 || seconds > MAX_SECONDS) return pass
    return fail('timed', { values: { seconds }, evidence: [elementEvidence(meta, content)] })
  },
})
