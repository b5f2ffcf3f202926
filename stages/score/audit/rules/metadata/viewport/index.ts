import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { viewportInvalid } from './viewport-invalid.ts'
import { viewportMissing } from './viewport-missing.ts'

/** Rules about the viewport, in the order of the catalogue. */
export const viewportRules: readonly Rule[] = [viewportMissing, viewportInvalid]
