import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { baseInvalid } from './base-invalid.ts'
import { baseLate } from './base-late.ts'
import { baseMultiple } from './base-multiple.ts'

/** Rules about the base element, in the order of the catalogue. */
export const baseRules: readonly Rule[] = [baseInvalid, baseLate, baseMultiple]
