import type { Element } from 'domhandler'
import { exposedFrames } from '../../../derived/aria/exposed.ts'
import { nameOf } from '../../../derived/names/accessible-name.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const frameTitleUnique = rule({
  id: 'frame-title-unique',
  severity: 'info',
  title: 'Duplicate iframe titles',
  passTitle: 'Iframe titles are unique',
  why: 'Iframes with the same title cannot be told apart in a list of iframes.',
  fix: 'Give each iframe a title that describes its own content.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/4b1c6c/',
  excludes: 'Iframes that show the same page may share a title: they serve the same purpose.',
  needs: ['document'],
  messages: {
    repeated:
      '{affected} of {total} {total:iframe|iframes} with a title {affected:repeats|repeat} the title of another iframe: "{first}".',
  },

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
