import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { metadataDuplicatedConflict } from './metadata-duplicated-conflict.ts'

/** Rules about metadata that is given twice, in the order of the catalogue. */
export const duplicatesRules: readonly Rule[] = [metadataDuplicatedConflict]
