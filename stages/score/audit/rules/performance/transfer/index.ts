import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { assetCacheShort } from './asset-cache-short.ts'
import { assetUncompressed } from './asset-uncompressed.ts'
import { http1 } from './http1.ts'
import { pageWeight } from './page-weight.ts'

/** Rules about how files are sent, in the order of the catalogue. */
export const transferRules: readonly Rule[] = [http1, assetCacheShort, assetUncompressed, pageWeight]
