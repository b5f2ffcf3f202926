import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { bodyBeforeHtml } from './body-before-html.ts'
import { headBroken } from './head-broken.ts'
import { headBrokenNoscript } from './head-broken-noscript.ts'
import { headNotFirst } from './head-not-first.ts'
import { metadataInBody } from './metadata-in-body.ts'

/** Rules about where the head begins and ends, in the order of the catalogue. */
export const headRules: readonly Rule[] = [
  headBroken,
  headBrokenNoscript,
  bodyBeforeHtml,
  headNotFirst,
  metadataInBody,
]
