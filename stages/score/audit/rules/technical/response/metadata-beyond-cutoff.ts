import { elementsBeyondCutoff, GOOGLE_CUTOFF, indexedElements } from '../../../derived/head/google-cutoff.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const metadataBeyondCutoff = rule({
  id: 'metadata-beyond-cutoff',
  severity: 'error',
  title: "Metadata beyond Google's size limit",
  passTitle: "Metadata is within Google's size limit",
  why: 'For Search, Googlebot reads the first 2 MB of a page, uncompressed. It does not see a canonical, robots meta, hreflang or structured data after that.',
  fix: 'Move metadata to the top of the head, and large inline data out of the page.',
  effort: 'hours',
  impact: 'high',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/googlebot',
  needs: ['document', 'http'],
  messages: {
    beyond:
      '{affected} of {total} metadata {total:element|elements} {affected:starts|start} after byte {max} of a page of {bytes} bytes: {element}.',
  },

  check({ document, http }) {
    const total = indexedElements(document).length
    if (http.bodyBytes <= GOOGLE_CUTOFF || total === 0) return notApplicable
    const beyond = elementsBeyondCutoff(document, http)
    if (beyond.length === 0) return pass
    const extent = { affected: beyond.length, total }
    const evidence = beyond
      .slice(0, 10)
      .map((element) => elementEvidence(element, document.snippetOf(element)))
    return fail('beyond', { values: { max: GOOGLE_CUTOFF, bytes: http.bodyBytes }, evidence, extent })
  },
})
