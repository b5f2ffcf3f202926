import { exposedFrames } from '../../../derived/aria/exposed.ts'
import { hasText } from '../../../derived/names/id-references.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** Frames with the same URL may share a title: they serve the same purpose. */
export const frameTitleUnique = rule({
  id: 'frame-title-unique',
  severity: 'info',
  title: 'Frames have titles of their own',
  why: 'Frames with the same title cannot be told apart in a list of frames.',
  fix: 'Give each frame a title that says what this one shows.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/4b1c6c/',
  needs: ['document'],
  messages: { repeated: '{affected} of {total} frames with a title have the title of another frame.' },

  check({ document }) {
    const frames = exposedFrames(document).filter(({ attribs }) => hasText(attribs.title))
    const addresses = new Map<string, string>()
    return evaluateElements(frames, 'repeated', ({ attribs: { title = '', src = '' } }) => {
      const known = addresses.get(comparable(title))
      if (known === undefined) addresses.set(comparable(title), src)
      return known === undefined || known === src ? null : title
    })
  },
})

function comparable(title: string): string {
  return title.replace(/\s+/g, ' ').trim().toLowerCase()
}
