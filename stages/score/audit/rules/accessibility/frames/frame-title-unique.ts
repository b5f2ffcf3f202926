import type { Element } from 'domhandler'
import { exposedFrames } from '../../../derived/aria/exposed.ts'
import { nameOf } from '../../../derived/names/accessible-name.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

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
  excludes: 'Frames that show the same page may share a title: they serve the same purpose.',
  needs: ['document'],
  messages: { repeated: '{affected} of {total} frames with a title have the title of another frame.' },

  check({ document }) {
    const frames = exposedFrames(document).filter((frame) => nameOf(document, frame) !== '')
    const shown = new Map<string, string>()
    return evaluateElements(frames, 'repeated', (frame) => {
      const name = nameOf(document, frame)
      const page = pageOf(document, frame)
      const known = shown.get(name.toLowerCase())
      if (known === undefined) shown.set(name.toLowerCase(), page)
      return known === undefined || known === page ? null : name
    })
  },
})

/** What the frame shows: the document in its `srcdoc`, else the page behind its `src` (HTML Standard, 4.8.5). */
function pageOf(document: PageDocument, { attribs: { src = '', srcdoc } }: Element): string {
  return srcdoc ?? document.resolve(src) ?? src
}
