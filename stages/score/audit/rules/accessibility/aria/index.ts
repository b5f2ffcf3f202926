import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { ariaAllowedAttr } from './aria-allowed-attr.ts'
import { ariaAllowedRole } from './aria-allowed-role.ts'
import { ariaBrailleEquivalent } from './aria-braille-equivalent.ts'
import { ariaConditionalAttr } from './aria-conditional-attr.ts'
import { ariaDeprecatedRole } from './aria-deprecated-role.ts'
import { ariaHiddenBody } from './aria-hidden-body.ts'
import { ariaHiddenFocus } from './aria-hidden-focus.ts'
import { ariaProhibitedAttr } from './aria-prohibited-attr.ts'
import { ariaRequiredAttr } from './aria-required-attr.ts'
import { ariaRequiredChildren } from './aria-required-children.ts'
import { ariaRequiredParent } from './aria-required-parent.ts'
import { ariaRoles } from './aria-roles.ts'
import { ariaText } from './aria-text.ts'
import { ariaValidAttr } from './aria-valid-attr.ts'
import { ariaValidAttrValue } from './aria-valid-attr-value.ts'
import { duplicateIdAria } from './duplicate-id-aria.ts'

/** Rules about ARIA roles and attributes, in the order of the catalogue. */
export const ariaRules: readonly Rule[] = [
  duplicateIdAria,
  ariaRoles,
  ariaValidAttr,
  ariaValidAttrValue,
  ariaAllowedAttr,
  ariaProhibitedAttr,
  ariaRequiredAttr,
  ariaRequiredChildren,
  ariaRequiredParent,
  ariaAllowedRole,
  ariaDeprecatedRole,
  ariaHiddenBody,
  ariaHiddenFocus,
  ariaBrailleEquivalent,
  ariaConditionalAttr,
  ariaText,
]
