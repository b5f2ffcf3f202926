import axe from 'axe-core'
import { namesCompared } from '../names.ts'
import type { Suite } from '../suite.ts'
import { actCounterparts } from './act-rules.data.ts'

/** The ACT rules that axe's rules implement, by identifier: which rule of ours each is. */
export const actNames: Suite = {
  name: 'act-names',
  source: `ACT rules of the W3C, as axe-core ${axe.version} (MPL-2.0) names them`,
  run: () =>
    namesCompared([...new Set(axe.getRules().flatMap(({ actIds }) => actIds ?? []))], actCounterparts),
}
