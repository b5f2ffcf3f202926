import type { Rule } from '../../engine/rule.ts'
import { headingsRules } from './headings/index.ts'
import { imagesRules } from './images/index.ts'
import { linksRules } from './links/index.ts'
import { publicationRules } from './publication/index.ts'
import { structuredDataRules } from './structured-data/index.ts'
import { textRules } from './text/index.ts'

/** Rules about the content of the page, in the order of the catalogue. */
export const contentRules: readonly Rule[] = [
  ...headingsRules,
  ...textRules,
  ...linksRules,
  ...publicationRules,
  ...imagesRules,
  ...structuredDataRules,
]
