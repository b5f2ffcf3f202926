import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { bfcacheNoStore } from './bfcache-no-store.ts'
import { compressionMissing } from './compression-missing.ts'
import { contentTypeWrong } from './content-type-wrong.ts'
import { htmlOver2mb } from './html-over-2mb.ts'
import { metadataBeyondCutoff } from './metadata-beyond-cutoff.ts'

/** Rules about how the response is sent, in the order of the catalogue. */
export const responseRules: readonly Rule[] = [
  contentTypeWrong,
  htmlOver2mb,
  metadataBeyondCutoff,
  compressionMissing,
  bfcacheNoStore,
]
