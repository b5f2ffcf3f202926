import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { contentLanguageConflict } from './content-language-conflict.ts'
import { langTextMismatch } from './lang-text-mismatch.ts'

/** Rules about the declared language, in the order of the catalogue. */
export const languageRules: readonly Rule[] = [contentLanguageConflict, langTextMismatch]
