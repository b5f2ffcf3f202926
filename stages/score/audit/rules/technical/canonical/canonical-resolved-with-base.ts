import { tokensOf } from '../../../derived/canonical/canonicals.ts'
import { standsInHead } from '../../../derived/head/head-elements.ts'
import { isWebUrl } from '../../../derived/page/page-address.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

/** Maximum number that is examined; heads have dozens. */
const MAX_LINKS = 1_000

export const canonicalResolvedWithBase = rule({
  id: 'canonical-resolved-with-base',
  severity: 'info',
  title: 'base element changes canonical or hreflang URLs',
  passTitle: 'base element does not change canonical or hreflang',
  why: 'The base element changes what a relative canonical or hreflang URL means, often unintentionally.',
  fix: 'Use absolute URLs for them.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://html.spec.whatwg.org/multipage/semantics.html#the-base-element',
  needs: ['document', 'http'],
  messages: { changed: 'The base element turns "{written}" into {resolved}.' },

  check({ document, http }) {
    const page = http.finalUrl.href
    if (!document.byTag('base').some(({ attribs }) => attribs.href !== undefined)) return notApplicable
    const links = document
      .byTag('link')
      .slice(0, MAX_LINKS)
      .filter((link) => {
        const rel = tokensOf(link.attribs.rel)
        const isSignal =
          rel.includes('canonical') || (rel.includes('alternate') && link.attribs.hreflang !== undefined)
        return isSignal && standsInHead(document, link)
      })
    const relative = links.filter(
      ({ attribs }) => attribs.href !== undefined && !isWebUrl(attribs.href.trim()),
    )
    if (relative.length === 0) return notApplicable
    const found = relative.find(
      ({ attribs }) => document.resolve(attribs.href ?? '') !== resolved(attribs.href, page),
    )
    if (found === undefined) return pass
    const written = found.attribs.href ?? ''
    const values = {
      written: written.slice(0, 200),
      resolved: (document.resolve(written) ?? '').slice(0, 200),
    }
    return fail('changed', { values, evidence: [elementEvidence(found, written)] })
  },
})

function resolved(href: string | undefined, page: string): string | null {
  return URL.parse((href ?? '').trim(), page)?.href ?? null
}
