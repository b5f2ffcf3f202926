import { selectorOf } from '../../vitals/page/observe.ts'
import type { Wording } from '../wording.data.ts'
import { elementsByKind, type Refused } from './find-interactive.ts'
import { flatPath, rootsOf } from './flat-tree.ts'
import { refusalOf } from './refusal.ts'

/** In the page. What a person can see to operate and the lab did not, the first ten in the order of the kinds, each with the reason. */
export function listRefused(wording: Wording): Refused[] {
  const MOST = 10
  const OTHERS =
    'a[href], input[type="submit"], input[type="image"], input[type="reset"], input[type="file"], [role="link"], [contenteditable]'
  const known = (['usual', 'more'] as const).flatMap((group) => elementsByKind({ group, wording }))
  const others = rootsOf().flatMap((root) => [...root.querySelectorAll(OTHERS)])
  const all = new Set([...known.flatMap(([, elements]) => elements), ...others])
  const refused = new Map<Element, Refused>()
  for (const element of all) {
    if (refused.size === MOST) break
    const isPart = flatPath(element).some((one) => refused.has(one))
    const isAround = refused.keys().some((one) => flatPath(one).includes(element))
    if (isPart || isAround || !element.checkVisibility({ visibilityProperty: true })) continue
    if (element.matches(':disabled, [aria-disabled="true"], [inert] *')) continue
    refused.set(element, { selector: selectorOf(element), why: refusalOf(element, wording) ?? 'unreachable' })
  }
  return [...refused.values()]
}
