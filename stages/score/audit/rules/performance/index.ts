import type { Rule } from '../../engine/rule.ts'
import { domRules } from './dom/index.ts'
import { fontsRules } from './fonts/index.ts'
import { heroRules } from './hero/index.ts'
import { inlineCodeRules } from './inline-code/index.ts'
import { mediaRules } from './media/index.ts'
import { renderBlockingRules } from './render-blocking/index.ts'
import { resourceHintsRules } from './resource-hints/index.ts'
import { serverRules } from './server/index.ts'
import { thirdPartiesRules } from './third-parties/index.ts'
import { transferRules } from './transfer/index.ts'

/** Rules about how fast the page can be, in the order of the catalogue. */
export const performanceRules: readonly Rule[] = [
  ...serverRules,
  ...domRules,
  ...renderBlockingRules,
  ...resourceHintsRules,
  ...heroRules,
  ...mediaRules,
  ...fontsRules,
  ...thirdPartiesRules,
  ...inlineCodeRules,
  ...transferRules,
]
