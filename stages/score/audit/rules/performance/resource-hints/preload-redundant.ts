import { blockingScripts, blockingSheets } from '../../../derived/resources/blocking-resources.ts'
import { hintsOf } from '../../../derived/resources/resource-hints.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const preloadRedundant = rule({
  id: 'preload-redundant',
  severity: 'warning',
  title: 'Redundant preloads',
  passTitle: 'Preloads are not redundant',
  why: 'A file that the head already references, or that is already preloaded, is discovered just as early without the preload, which only delays other files.',
  fix: 'Preload only what browsers discover late: fonts, images in style sheets, files that scripts load.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://web.dev/articles/preload-critical-assets',
  needs: ['document'],
  messages: {
    redundant:
      '{affected} of {total} {total:preload|preloads} {affected:is for a file that the head|are for files that the head} already references: {first}.',
  },

  check({ document }) {
    const preloads = hintsOf(document, 'preload')
    if (preloads.length === 0) return notApplicable
    const known = loadedByHead(document)
    const redundant = preloads.filter(({ element, url }) => {
      if (url === null) return false
      // The same file for another media query or size is another preload.
      const key = `${url} ${element.attribs.media ?? ''} ${element.attribs.imagesrcset ?? ''}`
      const isKnown = known.has(url) || known.has(key)
      known.add(key)
      return isKnown
    })
    if (redundant.length === 0) return pass
    const extent = { affected: redundant.length, total: preloads.length }
    const evidence = redundant.map(({ element, url }) => elementEvidence(element, url ?? ''))
    return fail('redundant', { evidence, extent })
  },
})

/** Deferred scripts have low priority, which a preload raises. */
function loadedByHead(document: PageDocument): Set<string> {
  const scripts = blockingScripts(document).map(({ src }) => src ?? '')
  const sheets = blockingSheets(document).map(({ attribs }) => attribs.href ?? '')
  return new Set([...scripts, ...sheets].flatMap((written) => document.resolve(written) ?? []))
}
