import { heroImage } from '../../../derived/images/hero.ts'
import { blockingSheets } from '../../../derived/resources/blocking-resources.ts'
import { hintsOf, isPreloaded, MAX_PRECONNECTS, originOf } from '../../../derived/resources/resource-hints.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

/** Style sheets that load fonts from another host. */
const fontsOf: Readonly<Record<string, string>> = {
  'https://fonts.googleapis.com': 'https://fonts.gstatic.com',
}

export const preconnectMissing = rule({
  id: 'preconnect-missing',
  severity: 'info',
  title: 'No preconnect to important hosts',
  passTitle: 'Important hosts have a preconnect',
  why: 'The first screen needs files from another host that the browser discovers late. Resolving the host name and connecting takes several round trips.',
  fix: 'Add <link rel="preconnect"> for the host, with crossorigin for fonts.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://web.dev/articles/preconnect-and-dns-prefetch',
  needs: ['document'],
  messages: {
    missing:
      '{affected} of {total} {total:host|hosts} that the first screen needs {affected:has|have} no preconnect: {origin}.',
  },

  check({ document }) {
    const needed = neededOrigins(document)
    if (needed.size === 0) return notApplicable
    const connected = new Set(hintsOf(document, 'preconnect').map(({ url }) => originOf(url)))
    const missing = [...needed].filter((origin) => !connected.has(origin))
    const [first] = missing
    if (first === undefined) return pass
    // One more would be too many (preconnect-too-many).
    if (connected.size >= MAX_PRECONNECTS) return notApplicable
    const extent = { affected: missing.length, total: needed.size }
    return fail('missing', { values: { origin: first }, evidence: missing.map(externalEvidence), extent })
  },
})

/** Files that the head names are found at once and need no hint. */
function neededOrigins(document: PageDocument): ReadonlySet<string> {
  const sheets = blockingSheets(document).map(({ attribs }) => originOf(document.resolve(attribs.href ?? '')))
  const fonts = sheets.flatMap((origin) => fontsOf[origin ?? ''] ?? [])
  const hero = heroImage(document)
  const src = hero?.attribs.src?.trim()
  const image = hero !== null && src && !isPreloaded(document, hero) ? originOf(document.resolve(src)) : null
  return new Set([...fonts, ...(image === null || image === originOf(document.url) ? [] : [image])])
}
