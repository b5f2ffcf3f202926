import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { urlDoubleSlash } from './url-double-slash.ts'
import { urlLong } from './url-long.ts'
import { urlParams } from './url-params.ts'
import { urlSessionId } from './url-session-id.ts'
import { urlSpace } from './url-space.ts'
import { urlUnderscore } from './url-underscore.ts'
import { urlUppercase } from './url-uppercase.ts'

/** Rules about the URL of the page, in the order of the catalogue. */
export const urlRules: readonly Rule[] = [
  urlLong,
  urlUppercase,
  urlUnderscore,
  urlDoubleSlash,
  urlSpace,
  urlParams,
  urlSessionId,
]
