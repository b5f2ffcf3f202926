import axe from 'axe-core'
import { namesCompared } from '../names.ts'
import type { Suite } from '../suite.ts'
import { axeCounterparts } from './counterparts.data.ts'

/** Axe's rules by name: which rule of ours each is. */
export const axeNames: Suite = {
  name: 'axe-names',
  source: `axe-core ${axe.version} (MPL-2.0), its rules`,
  run: () =>
    namesCompared(
      axe.getRules().map(({ ruleId }) => ruleId),
      axeCounterparts,
    ),
}
