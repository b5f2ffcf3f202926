import { nearest } from '../../../derived/page/tree.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

const pictureAround = nearest(({ name }) => name === 'picture')

export const pictureNoImg = rule({
  id: 'picture-no-img',
  severity: 'error',
  title: 'Every picture element holds an image',
  why: 'A picture element only offers sources; without an img element in it nothing is shown at all.',
  fix: 'Put an img element with src and alt last into the picture element.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://html.spec.whatwg.org/multipage/embedded-content.html#the-picture-element',
  needs: ['document'],
  messages: { noImage: '{affected} of {total} picture elements hold no img element.' },

  check({ document }) {
    const filled = new Set(document.byTag('img').map(pictureAround))
    return evaluateElements(document.byTag('picture'), 'noImage', (picture) =>
      filled.has(picture) ? null : '',
    )
  },
})
