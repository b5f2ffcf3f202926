import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { cspMissing } from './csp-missing.ts'
import { formInsecure } from './form-insecure.ts'
import { frameOptionsMissing } from './frame-options-missing.ts'
import { hstsMissing } from './hsts-missing.ts'
import { httpNotRedirecting } from './http-not-redirecting.ts'
import { httpsMissing } from './https-missing.ts'
import { mixedContentActive } from './mixed-content-active.ts'
import { mixedContentPassive } from './mixed-content-passive.ts'
import { nosniffMissing } from './nosniff-missing.ts'

/** Rules about HTTPS and security headers, in the order of the catalogue. */
export const securityRules: readonly Rule[] = [
  httpsMissing,
  httpNotRedirecting,
  mixedContentActive,
  mixedContentPassive,
  formInsecure,
  hstsMissing,
  cspMissing,
  nosniffMissing,
  frameOptionsMissing,
]
