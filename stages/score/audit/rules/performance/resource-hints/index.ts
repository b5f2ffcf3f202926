import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { metaCspBlocksPreload } from './meta-csp-blocks-preload.ts'
import { preconnectMissing } from './preconnect-missing.ts'
import { preconnectTooMany } from './preconnect-too-many.ts'
import { preconnectUnused } from './preconnect-unused.ts'
import { preloadFontNoCrossorigin } from './preload-font-no-crossorigin.ts'
import { preloadNoAs } from './preload-no-as.ts'
import { preloadRedundant } from './preload-redundant.ts'

/** Rules about preload and preconnect, in the order of the catalogue. */
export const resourceHintsRules: readonly Rule[] = [
  metaCspBlocksPreload,
  preloadNoAs,
  preloadFontNoCrossorigin,
  preloadRedundant,
  preconnectMissing,
  preconnectTooMany,
  preconnectUnused,
]
