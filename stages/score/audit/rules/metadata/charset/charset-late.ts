import { bytesBefore, charsetMetas, transportCharset } from '../../../derived/head/charset-declarations.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

/** The whole element must be within these bytes (HTML, 4.2.5.4). */
const MOST_BYTES = 1_024

export const charsetLate = rule({
  id: 'charset-late',
  severity: 'warning',
  title: 'Character encoding declared too late',
  passTitle: 'Character encoding is declared early',
  why: 'Browsers look for the encoding only in the first 1,024 bytes of a page, and may have to start parsing again if it comes later.',
  fix: 'Make the charset declaration the first element of the head.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://html.spec.whatwg.org/multipage/semantics.html#charset',
  needs: ['document', 'http'],
  messages: {
    late: 'The charset declaration ends at byte {bytes}; it must be within the first {max} bytes.',
  },

  check({ document, http }) {
    const first = charsetMetas(document).find(({ name }) => name !== null)
    // A byte order mark or the header decides, whatever the page declares.
    if (first === undefined || http.charsetSource === 'bom' || transportCharset(http) !== null)
      return notApplicable
    const bytes = bytesBefore(document, http.charset, document.sourceLocation(first.element)?.end ?? 0)
    if (bytes <= MOST_BYTES) return pass
    return fail('late', {
      values: { bytes, max: MOST_BYTES },
      evidence: [elementEvidence(first.element, first.label)],
    })
  },
})
