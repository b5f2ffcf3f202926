import { nearest } from '../../../derived/page/tree.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

const linkAround = nearest(({ name, attribs }) => name === 'a' && attribs.href !== undefined)

/** Outside a link `ismap` has no effect (HTML Standard, 4.8.3). */
export const serverSideImageMap = rule({
  id: 'server-side-image-map',
  severity: 'info',
  title: 'Server-side image maps',
  passTitle: 'Page has no server-side image maps',
  why: 'A server-side image map needs pointing at a position in the image; nothing else tells where it leads, and keyboards cannot point.',
  fix: 'Use a map element with areas, or plain links.',
  effort: 'hours',
  impact: 'low',
  fixable: false,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/server-side-image-map',
  needs: ['document'],
  messages: {
    found:
      '{affected} of {total} linked {total:image|images} {affected:is a server-side image map|are server-side image maps}: {first}.',
  },

  check({ document }) {
    const linked = document
      .byTag('img')
      .filter((image) => linkAround(image) !== null)
      .filter((image) => !document.isHidden(image))
    return evaluateElements(linked, 'found', ({ attribs }) =>
      attribs.ismap === undefined ? null : (attribs.src ?? ''),
    )
  },
})
