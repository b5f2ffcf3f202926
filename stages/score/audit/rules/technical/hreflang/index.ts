import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { hreflangCodeInvalid } from './hreflang-code-invalid.ts'
import { hreflangDuplicateCode } from './hreflang-duplicate-code.ts'
import { hreflangInBody } from './hreflang-in-body.ts'
import { hreflangNoGeneric } from './hreflang-no-generic.ts'
import { hreflangNoReturn } from './hreflang-no-return.ts'
import { hreflangRelative } from './hreflang-relative.ts'
import { hreflangSelfMissing } from './hreflang-self-missing.ts'
import { hreflangSelfVsLang } from './hreflang-self-vs-lang.ts'
import { hreflangSourcesConflict } from './hreflang-sources-conflict.ts'
import { hreflangTargetError } from './hreflang-target-error.ts'
import { hreflangTargetNoindex } from './hreflang-target-noindex.ts'
import { hreflangTargetNoncanonical } from './hreflang-target-noncanonical.ts'
import { hreflangTargetRedirect } from './hreflang-target-redirect.ts'
import { hreflangUrlManyLanguages } from './hreflang-url-many-languages.ts'
import { hreflangVsCanonical } from './hreflang-vs-canonical.ts'
import { hreflangXDefaultMissing } from './hreflang-x-default-missing.ts'

/** Rules about language versions (hreflang), in the order of the catalogue. */
export const hreflangRules: readonly Rule[] = [
  hreflangCodeInvalid,
  hreflangRelative,
  hreflangInBody,
  hreflangSelfMissing,
  hreflangXDefaultMissing,
  hreflangDuplicateCode,
  hreflangUrlManyLanguages,
  hreflangNoReturn,
  hreflangTargetError,
  hreflangTargetRedirect,
  hreflangTargetNoindex,
  hreflangTargetNoncanonical,
  hreflangSourcesConflict,
  hreflangNoGeneric,
  hreflangSelfVsLang,
  hreflangVsCanonical,
]
