import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { charsetConflict } from './charset-conflict.ts'
import { charsetLate } from './charset-late.ts'
import { charsetMissing } from './charset-missing.ts'
import { charsetNotUtf8 } from './charset-not-utf8.ts'

/** Rules about the character encoding, in the order of the catalogue. */
export const charsetRules: readonly Rule[] = [charsetMissing, charsetLate, charsetConflict, charsetNotUtf8]
