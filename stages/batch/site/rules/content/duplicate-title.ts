import { equalTexts } from '../../duplicates/equal-texts.ts'
import { pageUrl } from '../addresses.ts'
import type { SiteRule } from '../site-rule.ts'

export const duplicateTitle: SiteRule = {
  id: 'site-duplicate-title',
  severity: 'warning',
  title: 'Several pages have the same title',
  why: 'A title tells people and search engines what a page is about. Where many pages share one, Google may write another title for them, and people cannot tell the results apart.',
  fix: 'Give each page a title that says what is different about it.',
  reference: 'https://developers.google.com/search/docs/appearance/title-link',
  needs: 'pages',
  *find(site) {
    for (const { text, pages } of equalTexts(site, site.indexable, site.pages.title))
      yield { value: site.text(text), urls: pages.map((page) => pageUrl(site, page)) }
  },
}
