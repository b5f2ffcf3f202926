import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { autocompleteValid } from './autocomplete-valid.ts'
import { buttonName } from './button-name.ts'
import { formFieldMultipleLabels } from './form-field-multiple-labels.ts'
import { inputButtonName } from './input-button-name.ts'
import { label } from './label.ts'
import { labelTitleOnly } from './label-title-only.ts'
import { selectName } from './select-name.ts'

/** Rules about the names of controls, in the order of the catalogue. */
export const formsRules: readonly Rule[] = [
  label,
  selectName,
  formFieldMultipleLabels,
  labelTitleOnly,
  autocompleteValid,
  inputButtonName,
  buttonName,
]
