import type { Rule } from '../../engine/rule.ts'
import { canonicalRules } from './canonical/index.ts'
import { hreflangRules } from './hreflang/index.ts'
import { javascriptRules } from './javascript/index.ts'
import { languageRules } from './language/index.ts'
import { linksRules } from './links/index.ts'
import { redirectsRules } from './redirects/index.ts'
import { responseRules } from './response/index.ts'
import { robotsDirectivesRules } from './robots-directives/index.ts'
import { robotsTxtRules } from './robots-txt/index.ts'
import { securityRules } from './security/index.ts'
import { sitemapRules } from './sitemap/index.ts'
import { statusRules } from './status/index.ts'
import { urlRules } from './url/index.ts'

/** Rules about how the page is reached, crawled and indexed, in the order of the catalogue. */
export const technicalRules: readonly Rule[] = [
  ...statusRules,
  ...redirectsRules,
  ...securityRules,
  ...responseRules,
  ...robotsTxtRules,
  ...robotsDirectivesRules,
  ...canonicalRules,
  ...urlRules,
  ...sitemapRules,
  ...linksRules,
  ...javascriptRules,
  ...hreflangRules,
  ...languageRules,
]
