import type { SiteRule } from '../site-rule.ts'
import { equalTextItems } from './equal-text-items.ts'

export const duplicateDescription: SiteRule = {
  id: 'site-duplicate-description',
  severity: 'warning',
  title: 'Several pages have the same description',
  why: 'Google asks for a description of its own for each page: identical ones do not help people to choose among the pages, and are shown less often.',
  fix: 'Describe each page in its own words, or leave the description out where there is nothing to say.',
  reference: 'https://developers.google.com/search/docs/appearance/snippet#meta-descriptions',
  needs: 'pages',
  find: (site) => equalTextItems(site, site.pages.description),
}
