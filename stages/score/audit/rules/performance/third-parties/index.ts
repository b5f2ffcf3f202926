import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { thirdPartyMany } from './third-party-many.ts'

/** Rules about third parties, in the order of the catalogue. */
export const thirdPartiesRules: readonly Rule[] = [thirdPartyMany]
