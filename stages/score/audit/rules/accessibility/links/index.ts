import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { identicalLinksSamePurpose } from './identical-links-same-purpose.ts'
import { linkName } from './link-name.ts'

/** Rules about the names of links, in the order of the catalogue. */
export const linksRules: readonly Rule[] = [linkName, identicalLinksSamePurpose]
