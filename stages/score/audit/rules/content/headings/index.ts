import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { h1Empty } from './h1-empty.ts'
import { h1Missing } from './h1-missing.ts'
import { h1Multiple } from './h1-multiple.ts'

/** Rules about the main heading, in the order of the catalogue. */
export const headingsRules: readonly Rule[] = [h1Missing, h1Empty, h1Multiple]
