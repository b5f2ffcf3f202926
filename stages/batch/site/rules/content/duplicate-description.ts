import { equalTextItems } from '../../duplicates/equal-texts.ts'
import type { SiteRule } from '../site-rule.ts'

export const duplicateDescription: SiteRule = {
  id: 'site-duplicate-description',
  severity: 'warning',
  title: 'Duplicate meta descriptions',
  why: 'Google asks for a unique description for each page: identical ones do not help people choose among the pages, and are shown less often.',
  fix: 'Write a description of its own for each page, or leave the description out where there is nothing to say.',
  effort: 'hours',
  reference: 'https://developers.google.com/search/docs/appearance/snippet#meta-descriptions',
  needs: 'pages',
  find: (site) => equalTextItems(site, site.pages.description),
}
