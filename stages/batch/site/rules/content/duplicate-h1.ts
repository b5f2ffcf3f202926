import { equalTextItems } from '../../duplicates/equal-texts.ts'
import type { SiteRule } from '../site-rule.ts'

export const duplicateH1: SiteRule = {
  id: 'site-duplicate-h1',
  severity: 'info',
  title: 'Duplicate main headings',
  why: 'The main heading is a source for the title that Google shows. Where several pages share one, visitors cannot tell the pages apart.',
  fix: 'Give each page a main heading that names its own subject.',
  effort: 'hours',
  reference: 'https://developers.google.com/search/docs/appearance/title-link',
  needs: 'pages',
  find: (site) => equalTextItems(site, site.pages.h1),
}
