import { exposedFrames } from '../../../derived/aria/exposed.ts'
import { explicitRole, isPresentational } from '../../../derived/aria/role.ts'
import { nameFault } from '../../../derived/names/accessible-name.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const frameTitle = rule({
  id: 'frame-title',
  severity: 'warning',
  title: 'Frames have a title',
  why: 'A screen reader announces a frame by its title. Without one people must go into the frame to learn what it is.',
  fix: 'Add a title to the iframe that says what it shows, such as title="Map of our shops".',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/cae760/',
  excludes:
    'Frames with a negative tabindex, with role="none", hidden ones, and those of one pixel, which are for programs.',
  needs: ['document'],
  messages: { missing: '{affected} of {total} frames have no title.' },

  check({ document }) {
    const frames = exposedFrames(document).filter((frame) => !isPresentational(explicitRole(frame)))
    return evaluateElements(frames, 'missing', (frame) =>
      nameFault(document, frame) === '' ? (frame.attribs.src ?? '') : null,
    )
  },
})
