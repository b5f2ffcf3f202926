import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { blockingCssMany } from './blocking-css-many.ts'
import { blockingScript } from './blocking-script.ts'
import { cssImportInline } from './css-import-inline.ts'
import { headOrder } from './head-order.ts'

/** Rules about what holds up the first paint, in the order of the catalogue. */
export const renderBlockingRules: readonly Rule[] = [
  blockingScript,
  blockingCssMany,
  cssImportInline,
  headOrder,
]
