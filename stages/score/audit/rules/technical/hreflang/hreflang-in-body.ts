import { lostMetadata } from '../../../derived/head/head-break.ts'
import { alternateLinks } from '../../../derived/hreflang/alternates.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const hreflangInBody = rule({
  id: 'hreflang-in-body',
  severity: 'error',
  title: 'hreflang links in the body',
  passTitle: 'hreflang links are in the head',
  why: 'Google reads hreflang links only in the head; in the body they are ignored.',
  fix: 'Move the link elements into the head.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata',
  needs: ['document'],
  messages: {
    inBody: '{affected} of {total} hreflang {total:link|links} {affected:is|are} in the body: {first}.',
  },

  check({ document }) {
    const links = alternateLinks(document)
    if (links.length === 0) return notApplicable
    // Links behind an element that ended the head are reported by head-broken.
    const lost = new Set(lostMetadata(document))
    const inBody = links.filter(({ element, isInHead }) => !isInHead && !lost.has(element))
    if (inBody.length === 0) return pass
    const extent = { affected: inBody.length, total: links.length }
    const evidence = inBody.map(({ element }) => elementEvidence(element, element.attribs.hreflang ?? ''))
    return fail('inBody', { evidence, extent })
  },
})
