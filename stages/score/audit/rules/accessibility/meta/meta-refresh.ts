import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'
import { refreshTime } from './refresh-time.ts'

/** More than 20 hours is no time limit in practice (WCAG 2.2, 2.2.1). */
const MAX_SECONDS = 72_000

export const metaRefresh = rule({
  id: 'meta-refresh',
  severity: 'error',
  title: 'Page refreshes automatically',
  passTitle: 'Page does not refresh automatically',
  why: 'A page that reloads or redirects after some seconds takes reading time from people who need longer, and sends screen readers back to the start.',
  fix: 'Remove the refresh meta tag; redirect on the server, or let people reload the page themselves.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/bc659a/',
  excludes:
    'An immediate refresh is a redirect. What browsers ignore is not checked: values that do not start with a time, URLs that cannot be parsed, and every refresh except the first valid one.',
  needs: ['document'],
  messages: { timed: 'The page reloads or redirects after {seconds} {seconds:second|seconds}.' },

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
