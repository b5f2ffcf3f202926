import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { htmlHasLang } from './html-has-lang.ts'
import { htmlLangValid } from './html-lang-valid.ts'
import { htmlXmlLangMismatch } from './html-xml-lang-mismatch.ts'
import { validLang } from './valid-lang.ts'

/** Rules about the `lang` attribute, in the order of the catalogue. */
export const languageRules: readonly Rule[] = [htmlHasLang, htmlLangValid, htmlXmlLangMismatch, validLang]
