import { nearest } from '../../../derived/page/tree.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

const pictureAround = nearest(({ name }) => name === 'picture')

export const pictureNoImg = rule({
  id: 'picture-no-img',
  severity: 'error',
  title: 'picture elements without img',
  passTitle: 'picture elements contain an img',
  why: 'A picture element only offers sources; without an img element inside, nothing is displayed.',
  fix: 'Add an img element with src and alt as the last child of the picture element.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://html.spec.whatwg.org/multipage/embedded-content.html#the-picture-element',
  needs: ['document'],
  messages: {
    noImage:
      '{affected} of {total} {total:picture element|picture elements} {affected:contains|contain} no img element: {element}.',
  },

  check({ document }) {
    const filled = new Set(document.byTag('img').map(pictureAround))
    return evaluateElements(document.byTag('picture'), 'noImage', (picture) =>
      filled.has(picture) ? null : '',
    )
  },
})
