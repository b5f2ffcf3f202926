import { exposedFrames } from '../../../derived/aria/exposed.ts'
import { explicitRole, isPresentational } from '../../../derived/aria/role.ts'
import { nameFault } from '../../../derived/names/accessible-name.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const frameTitle = rule({
  id: 'frame-title',
  severity: 'warning',
  title: 'Iframes without a title',
  passTitle: 'Iframes have a title',
  why: 'A screen reader announces an iframe by its title. Without one people have to enter the iframe to find out what it contains.',
  fix: 'Add a title to the iframe that describes its content, such as title="Map of our shops".',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/cae760/',
  excludes:
    'Iframes with a negative tabindex, with role="none", hidden ones, and those of one pixel, which are for scripts.',
  needs: ['document'],
  messages: {
    missing: '{affected} of {total} {total:iframe|iframes} {affected:has|have} no title: {first}.',
  },

  check({ document }) {
    const frames = exposedFrames(document).filter((frame) => !isPresentational(explicitRole(frame)))
    return evaluateElements(frames, 'missing', (frame) =>
      nameFault(document, frame) === '' ? (frame.attribs.src ?? '') : null,
    )
  },
})
