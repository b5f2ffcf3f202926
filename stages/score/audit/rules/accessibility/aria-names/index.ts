import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { ariaCommandName } from './aria-command-name.ts'
import { ariaInputFieldName } from './aria-input-field-name.ts'
import { ariaMeterName } from './aria-meter-name.ts'
import { ariaProgressbarName } from './aria-progressbar-name.ts'
import { ariaToggleFieldName } from './aria-toggle-field-name.ts'
import { ariaTooltipName } from './aria-tooltip-name.ts'
import { ariaTreeitemName } from './aria-treeitem-name.ts'

/** Rules about the names of ARIA widgets, in the order of the catalogue. */
export const ariaNamesRules: readonly Rule[] = [
  ariaCommandName,
  ariaInputFieldName,
  ariaToggleFieldName,
  ariaMeterName,
  ariaProgressbarName,
  ariaTooltipName,
  ariaTreeitemName,
]
