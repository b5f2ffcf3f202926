import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { jsShell } from './js-shell.ts'

/** Rules about pages that need JavaScript, in the order of the catalogue. */
export const javascriptRules: readonly Rule[] = [jsShell]
