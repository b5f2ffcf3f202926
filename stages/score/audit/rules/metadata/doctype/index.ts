import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { doctypeMissing } from './doctype-missing.ts'
import { doctypeQuirks } from './doctype-quirks.ts'

/** Rules about the doctype, in the order of the catalogue. */
export const doctypeRules: readonly Rule[] = [doctypeMissing, doctypeQuirks]
