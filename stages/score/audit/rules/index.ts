import type { Rule } from '../engine/rule.ts'
import { accessibilityRules } from './accessibility/index.ts'
import { contentRules } from './content/index.ts'
import { metadataRules } from './metadata/index.ts'
import { performanceRules } from './performance/index.ts'
import { technicalRules } from './technical/index.ts'

/** Every rule, in the order of the catalogue: answers and the README list rules in this order. */
export const rules: readonly Rule[] = [
  ...metadataRules,
  ...technicalRules,
  ...contentRules,
  ...accessibilityRules,
  ...performanceRules,
]
