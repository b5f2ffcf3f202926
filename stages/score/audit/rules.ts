import type { Rule } from './engine/rule.ts'
import { accessibilityRules } from './rules/accessibility.ts'
import { contentRules } from './rules/content.ts'
import { metadataRules } from './rules/metadata.ts'
import { performanceRules } from './rules/performance.ts'
import { technicalAccessRules } from './rules/technical-access.ts'
import { technicalLinksRules } from './rules/technical-links.ts'

/** Every rule, in the order of the catalogue. */
export const rules: readonly Rule[] = [
  ...metadataRules,
  ...technicalAccessRules,
  ...technicalLinksRules,
  ...contentRules,
  ...accessibilityRules,
  ...performanceRules,
]
