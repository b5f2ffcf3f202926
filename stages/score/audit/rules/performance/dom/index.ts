import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { domDeep } from './dom-deep.ts'
import { domLarge } from './dom-large.ts'
import { domWide } from './dom-wide.ts'

/** Rules about the size of the document, in the order of the catalogue. */
export const domRules: readonly Rule[] = [domLarge, domDeep, domWide]
