import type { Rule } from '../../engine/rule.ts'
import { baseRules } from './base/index.ts'
import { charsetRules } from './charset/index.ts'
import { descriptionRules } from './description/index.ts'
import { doctypeRules } from './doctype/index.ts'
import { duplicatesRules } from './duplicates/index.ts'
import { faviconRules } from './favicon/index.ts'
import { headRules } from './head/index.ts'
import { llmsTxtRules } from './llms-txt/index.ts'
import { metaRules } from './meta/index.ts'
import { socialRules } from './social/index.ts'
import { templateRules } from './template/index.ts'
import { titleRules } from './title/index.ts'
import { viewportRules } from './viewport/index.ts'

/** Rules about the metadata of the page, in the order of the catalogue. */
export const metadataRules: readonly Rule[] = [
  ...titleRules,
  ...descriptionRules,
  ...templateRules,
  ...charsetRules,
  ...doctypeRules,
  ...viewportRules,
  ...headRules,
  ...baseRules,
  ...metaRules,
  ...socialRules,
  ...faviconRules,
  ...duplicatesRules,
  ...llmsTxtRules,
]
