import type { Element } from 'domhandler'
import { assetsOf } from '../../../derived/resources/assets.ts'
import { hintsOf, originOf } from '../../../derived/resources/resource-hints.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { evaluateTargets } from '../../../engine/evaluate.ts'
import { elementEvidence, rule } from '../../../engine/rule.ts'

/** Maximum number of hints that are checked: the whole text of the page is searched for each host. */
const MAX_HINTS = 20

export const preconnectUnused = rule({
  id: 'preconnect-unused',
  severity: 'info',
  title: 'Unused preconnects',
  passTitle: 'Preconnects are used',
  why: 'A connection to a host from which nothing is loaded wastes time and energy.',
  fix: 'Remove the preconnect.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://web.dev/articles/preconnect-and-dns-prefetch',
  needs: ['document'],
  messages: {
    unused:
      '{affected} of {total} {total:preconnect|preconnects} {affected:is for a host|are for hosts} that the page does not use: {first}.',
  },

  check({ document }) {
    const hints = hintsOf(document, 'preconnect')
      .slice(0, MAX_HINTS)
      .map(({ element, url }) => ({ evidence: elementEvidence(element), origin: originOf(url) }))
    // Scripts and style sheets may load from hosts that the page does not name.
    const hasFiles = assetsOf(document).some(({ kind }) => kind !== 'image')
    const elements = [...hintsOf(document, 'preconnect'), ...hintsOf(document, 'dns-prefetch')]
    return evaluateTargets(hints, 'unused', ({ origin }) => {
      if (
        origin === null ||
        isNamed(
          document,
          new URL(origin).host,
          elements.map(({ element }) => element),
        )
      )
        return null
      return hasFiles ? { unknown: 'needs_network' } : origin
    })
  },
})

/** Whether the page names the host outside its hints. */
function isNamed(document: PageDocument, host: string, hints: readonly Element[]): boolean {
  const places = hints.flatMap((element) => document.sourceLocation(element) ?? [])
  let from = document.source.indexOf(host)
  while (from >= 0) {
    const at = from
    const hint = places.find(({ start, end }) => at >= start && at < end)
    if (hint === undefined) return true
    from = document.source.indexOf(host, hint.end)
  }
  return false
}
