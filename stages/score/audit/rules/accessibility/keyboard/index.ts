import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { accesskeys } from './accesskeys.ts'
import { nestedInteractive } from './nested-interactive.ts'
import { presentationRoleConflict } from './presentation-role-conflict.ts'
import { tabindex } from './tabindex.ts'

/** Rules about keyboard and focus, in the order of the catalogue. */
export const keyboardRules: readonly Rule[] = [
  tabindex,
  accesskeys,
  nestedInteractive,
  presentationRoleConflict,
]
