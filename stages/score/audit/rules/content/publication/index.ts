import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { authorMissing } from './author-missing.ts'
import { dateConflict } from './date-conflict.ts'
import { dateFuture } from './date-future.ts'
import { dateMissing } from './date-missing.ts'

/** Rules about date and author, in the order of the catalogue. */
export const publicationRules: readonly Rule[] = [dateMissing, dateConflict, dateFuture, authorMissing]
