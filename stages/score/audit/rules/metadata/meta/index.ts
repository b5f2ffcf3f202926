import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { metaGoogleRetired } from './meta-google-retired.ts'
import { metaKeywords } from './meta-keywords.ts'

/** Rules about meta elements that search engines ignore, in the order of the catalogue. */
export const metaRules: readonly Rule[] = [metaKeywords, metaGoogleRetired]
