import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { bypass } from './bypass.ts'
import { landmarkNoDuplicateMain } from './landmark-no-duplicate-main.ts'
import { landmarkOneMain } from './landmark-one-main.ts'
import { skipLink } from './skip-link.ts'

/** Rules about landmarks and ways past repeated blocks, in the order of the catalogue. */
export const landmarksRules: readonly Rule[] = [landmarkOneMain, landmarkNoDuplicateMain, bypass, skipLink]
