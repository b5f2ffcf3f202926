import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { descriptionBlank } from './description-blank.ts'
import { descriptionEqualsTitle } from './description-equals-title.ts'
import { descriptionLong } from './description-long.ts'
import { descriptionMissing } from './description-missing.ts'
import { descriptionMultiple } from './description-multiple.ts'
import { descriptionShort } from './description-short.ts'

/** Rules about the meta description, in the order of the catalogue. */
export const descriptionRules: readonly Rule[] = [
  descriptionMissing,
  descriptionBlank,
  descriptionMultiple,
  descriptionLong,
  descriptionShort,
  descriptionEqualsTitle,
]
