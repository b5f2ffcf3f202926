import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { llmsTxtInvalid } from './llms-txt-invalid.ts'

/** Rules about llms.txt, in the order of the catalogue. */
export const llmsTxtRules: readonly Rule[] = [llmsTxtInvalid]
