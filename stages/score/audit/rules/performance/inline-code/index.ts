import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { dataUriHeavy } from './data-uri-heavy.ts'
import { documentWrite } from './document-write.ts'
import { inlineJsonHeavy } from './inline-json-heavy.ts'
import { inlineScriptHeavy } from './inline-script-heavy.ts'

/** Rules about code and data in the page itself, in the order of the catalogue. */
export const inlineCodeRules: readonly Rule[] = [
  inlineScriptHeavy,
  inlineJsonHeavy,
  dataUriHeavy,
  documentWrite,
]
