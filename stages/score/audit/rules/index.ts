import type { Category, Rule, RuleDefinition } from '../engine/rule.ts'
import { accessibilityRules } from './accessibility/index.ts'
import { contentRules } from './content/index.ts'
import { metadataRules } from './metadata/index.ts'
import { performanceRules } from './performance/index.ts'
import { technicalRules } from './technical/index.ts'

const inCategory = (category: Category, rules: readonly RuleDefinition[]): Rule[] =>
  rules.map((rule) => ({ ...rule, category }))

/** Every rule, in the order of the catalogue: answers and the README list rules in this order. */
export const rules: readonly Rule[] = [
  ...inCategory('metadata', metadataRules),
  ...inCategory('technical', technicalRules),
  ...inCategory('content', contentRules),
  ...inCategory('accessibility', accessibilityRules),
  ...inCategory('performance', performanceRules),
]
