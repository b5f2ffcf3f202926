import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { linkTextGeneric } from './link-text-generic.ts'

/** Rules about the texts of links, in the order of the catalogue. */
export const linksRules: readonly Rule[] = [linkTextGeneric]
