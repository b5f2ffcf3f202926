import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { fontDisplayMissing } from './font-display-missing.ts'

/** Rules about fonts, in the order of the catalogue. */
export const fontsRules: readonly Rule[] = [fontDisplayMissing]
