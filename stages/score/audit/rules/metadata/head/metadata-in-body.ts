import type { Element } from 'domhandler'
import { tokensOf } from '../../../derived/canonical/canonicals.ts'
import { lostMetadata } from '../../../derived/head/head-break.ts'
import { standsInHead } from '../../../derived/head/head-elements.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const metadataInBody = rule({
  id: 'metadata-in-body',
  severity: 'error',
  title: 'Metadata in the body',
  passTitle: 'Metadata is in the head',
  why: 'HTML allows this metadata only in the head. Google ignores a canonical or description in the body; it obeys robots there, too, but other crawlers may not.',
  fix: 'Move it into the head.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata',
  needs: ['document'],
  messages: {
    inBody: '{affected} of {total} metadata {total:element|elements} {affected:is|are} in the body: {names}.',
  },

  check({ document }) {
    const all = document.byTag('meta', 'link').filter((element) => kindOf(element) !== null)
    if (all.length === 0) return notApplicable
    // Metadata behind an element that ended the head is reported by head-broken; alternates by hreflang-in-body.
    const lost = new Set(lostMetadata(document))
    const inBody = all.filter((element) => !standsInHead(document, element) && !lost.has(element))
    if (inBody.length === 0) return pass
    const extent = { affected: inBody.length, total: all.length }
    const names = [...new Set(inBody.map(kindOf))].join(', ')
    const evidence = inBody
      .slice(0, 10)
      .map((element) => elementEvidence(element, document.snippetOf(element)))
    return fail('inBody', { values: { names }, evidence, extent })
  },
})

function kindOf({ name, attribs }: Element): string | null {
  if (name === 'link') return tokensOf(attribs.rel).includes('canonical') ? 'canonical' : null
  // A meta with itemprop describes an item of microdata and may stand anywhere.
  const meta = attribs.itemprop === undefined ? attribs.name?.trim().toLowerCase() : undefined
  return meta === 'robots' || meta === 'googlebot' || meta === 'description' ? meta : null
}
