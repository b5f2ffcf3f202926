import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { metaRefresh } from './meta-refresh.ts'
import { metaViewport } from './meta-viewport.ts'
import { metaViewportLarge } from './meta-viewport-large.ts'

/** Rules about meta elements that get in the way of readers, in the order of the catalogue. */
export const metaRules: readonly Rule[] = [metaViewport, metaViewportLarge, metaRefresh]
