import { withoutAlternates } from '../../duplicates/equal-texts.ts'
import { nearDuplicates } from '../../duplicates/near-duplicates.ts'
import { pageUrl } from '../addresses.ts'
import type { SiteRule } from '../site-rule.ts'

export const duplicateContent: SiteRule = {
  id: 'site-duplicate-content',
  severity: 'warning',
  title: 'Pages have the same or nearly the same text',
  why: 'Google shows one of several pages with the same content and chooses it itself, unless one is named as the canonical. Signals such as links are divided among them.',
  fix: 'Merge the pages, or name one of them as the canonical of the others; let pages that are meant to differ differ in their text.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/canonicalization',
  needs: 'pages',
  *find(site) {
    for (const { pages, similarity } of nearDuplicates(site.pages, site.indexable)) {
      const kept = withoutAlternates(site, pages)
      if (kept.length > 1) yield { urls: kept.map((page) => pageUrl(site, page)), similarity }
    }
  },
}
