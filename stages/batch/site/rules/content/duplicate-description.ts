import { equalTexts } from '../../duplicates/equal-texts.ts'
import { pageUrl } from '../addresses.ts'
import type { SiteRule } from '../site-rule.ts'

export const duplicateDescription: SiteRule = {
  id: 'site-duplicate-description',
  severity: 'warning',
  title: 'Several pages have the same description',
  why: 'Google asks for a description of its own for each page: identical ones do not help people to choose among the pages, and are shown less often.',
  fix: 'Describe each page in its own words, or leave the description out where there is nothing to say.',
  reference: 'https://developers.google.com/search/docs/appearance/snippet#meta-descriptions',
  needs: 'pages',
  *find(site) {
    for (const { text, pages } of equalTexts(site, site.indexable, site.pages.description))
      yield { value: site.text(text), urls: pages.map((page) => pageUrl(site, page)) }
  },
}
