import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { titleH1Unrelated } from './title-h1-unrelated.ts'
import { titleLong } from './title-long.ts'
import { titleMissing } from './title-missing.ts'
import { titleMultiple } from './title-multiple.ts'
import { titleOutsideHead } from './title-outside-head.ts'
import { titleShort } from './title-short.ts'
import { titleStuffed } from './title-stuffed.ts'
import { titleVague } from './title-vague.ts'

/** Rules about the title of the page, in the order of the catalogue. */
export const titleRules: readonly Rule[] = [
  titleMissing,
  titleMultiple,
  titleOutsideHead,
  titleLong,
  titleShort,
  titleVague,
  titleStuffed,
  titleH1Unrelated,
]
