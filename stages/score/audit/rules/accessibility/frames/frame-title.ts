import { exposedFrames } from '../../../derived/aria/exposed.ts'
import { explicitRole, isPresentational } from '../../../derived/aria/role.ts'
import { isNamedByAuthor } from '../../../derived/names/accessible-name.ts'
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
  needs: ['document'],
  messages: { missing: '{affected} of {total} frames have no title.' },

  check({ document }) {
    return evaluateElements(exposedFrames(document), 'missing', (frame) =>
      isPresentational(explicitRole(frame)) || isNamedByAuthor(document, frame)
        ? null
        : (frame.attribs.src ?? ''),
    )
  },
})
