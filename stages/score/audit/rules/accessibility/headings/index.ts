import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { emptyHeading } from './empty-heading.ts'
import { headingOrder } from './heading-order.ts'

/** Rules about headings, in the order of the catalogue. */
export const headingsRules: readonly Rule[] = [headingOrder, emptyHeading]
