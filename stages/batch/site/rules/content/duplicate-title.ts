import { equalTextItems } from '../../duplicates/equal-texts.ts'
import type { SiteRule } from '../site-rule.ts'

export const duplicateTitle: SiteRule = {
  id: 'site-duplicate-title',
  severity: 'warning',
  title: 'Duplicate page titles',
  why: 'A title tells people and search engines what a page is about. Where many pages share one, Google may write another title for them, and people cannot tell the results apart.',
  fix: 'Give each page a title that says what is different about it.',
  effort: 'hours',
  reference: 'https://developers.google.com/search/docs/appearance/title-link',
  needs: 'pages',
  find: (site) => equalTextItems(site, site.pages.title),
}
