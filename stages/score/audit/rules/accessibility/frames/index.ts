import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { frameTitle } from './frame-title.ts'
import { frameTitleUnique } from './frame-title-unique.ts'

/** Rules about frames, in the order of the catalogue. */
export const framesRules: readonly Rule[] = [frameTitle, frameTitleUnique]
