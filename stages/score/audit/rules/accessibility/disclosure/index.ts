import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { summaryName } from './summary-name.ts'

/** Rules about the `details` element, in the order of the catalogue. */
export const disclosureRules: readonly Rule[] = [summaryName]
