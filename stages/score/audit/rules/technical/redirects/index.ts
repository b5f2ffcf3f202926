import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { redirectChain } from './redirect-chain.ts'
import { redirectDowngrade } from './redirect-downgrade.ts'
import { redirectMetaRefresh } from './redirect-meta-refresh.ts'
import { redirectTemporary } from './redirect-temporary.ts'

/** Rules about redirects, in the order of the catalogue. */
export const redirectsRules: readonly Rule[] = [
  redirectChain,
  redirectTemporary,
  redirectMetaRefresh,
  redirectDowngrade,
]
