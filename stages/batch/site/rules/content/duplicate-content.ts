import { withoutAlternates } from '../../duplicates/equal-texts.ts'
import { nearDuplicates } from '../../duplicates/near-duplicates.ts'
import { pageUrl } from '../addresses.ts'
import type { SiteRule } from '../site-rule.ts'

export const duplicateContent: SiteRule = {
  id: 'site-duplicate-content',
  severity: 'warning',
  title: 'Pages with duplicate or near-duplicate content',
  why: 'Google shows only one of several pages with the same content and picks it itself unless one is named as the canonical. Signals such as links are split among them.',
  fix: 'Merge the pages, or set one of them as the canonical of the others. Pages that are meant to be separate need text of their own.',
  effort: 'days',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/canonicalization',
  needs: 'pages',
  *find(site) {
    for (const { pages, similarity } of nearDuplicates(site.pages, site.indexable)) {
      const kept = withoutAlternates(site, pages)
      if (kept.length > 1) yield { urls: kept.map((page) => pageUrl(site, page)), similarity }
    }
  },
}
