import { parseLinkHeader } from '#shared/web/html/link-header.ts'
import { tokensOf } from '../../../derived/canonical/canonicals.ts'
import { standsInHead } from '../../../derived/head/head-elements.ts'
import { obstaclesFor } from '../../../derived/robots/robots-directives.ts'
import { elementEvidence, externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const noindexAndHreflang = rule({
  id: 'noindex-and-hreflang',
  severity: 'warning',
  title: 'Language versions are indexable',
  why: 'hreflang offers the page for a language while noindex takes it out, so the set of versions is broken.',
  fix: 'Remove noindex, or remove the page from the set of language versions.',
  effort: 'hours',
  impact: 'medium',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  needs: ['document', 'http', 'request'],
  messages: { mixed: 'The page asks not to be indexed and names {count} language versions.' },

  check({ document, http, request }) {
    const [first] = obstaclesFor({ document, http, request })
    if (first === undefined) return notApplicable
    const links = document
      .withAttribute('hreflang')
      .filter((element) => element.name === 'link' && tokensOf(element.attribs.rel).includes('alternate'))
      .filter((element) => standsInHead(document, element))
    const headers = http
      .header('link')
      .flatMap(parseLinkHeader)
      .filter(({ hreflang }) => hreflang !== null)
    const count = links.length + headers.length
    if (count === 0) return pass
    const evidence = [
      first.evidence,
      ...links.slice(0, 9).map((element) => elementEvidence(element, document.snippetOf(element))),
      ...headers
        .slice(0, 9)
        .map(({ target, hreflang }) => externalEvidence(`Link: <${target}>; hreflang=${hreflang}`)),
    ]
    return fail('mixed', { values: { count }, evidence })
  },
})
