import { type Element, isTag } from 'domhandler'
import { parseSrcset } from '#shared/page/srcset.ts'
import { isLazy } from '../../../derived/images/loading.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** Number of siblings that are searched between a source and the image of its picture. */
const MOST_SIBLINGS = 50

export const srcsetInvalid = rule({
  id: 'srcset-invalid',
  severity: 'warning',
  title: 'Invalid srcset',
  passTitle: 'srcset is valid',
  why: 'Browsers drop image candidates that they cannot parse, and choose by the width of the window if sizes is missing.',
  fix: 'Give every candidate a width (800w) and the element a sizes attribute, or every candidate a density (2x).',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://html.spec.whatwg.org/multipage/images.html#srcset-attributes',
  needs: ['document'],
  messages: {
    invalid:
      '{affected} of {total} srcset {total:attribute|attributes} {affected:is|are} invalid: {element}.',
  },

  check({ document }) {
    const elements = document.withAttribute('srcset').filter(isOfImage)
    return evaluateElements(elements, 'invalid', faultOf)
  },
})

function isOfImage({ name, parent }: Element): boolean {
  return (
    name === 'img' || (name === 'source' && parent !== null && isTag(parent) && parent.name === 'picture')
  )
}

function faultOf(element: Element): string | null {
  const { candidates, faults } = parseSrcset(element.attribs.srcset ?? '')
  if (faults[0] !== undefined) return faults[0]
  if (candidates.length === 0) return 'no image URL'
  const withWidth = candidates.filter(({ width }) => width !== null).length
  if (withWidth > 0 && withWidth < candidates.length) return 'mixes widths and densities'
  const sizes = candidates.map(({ width, density }) => width ?? density)
  if (new Set(sizes).size < sizes.length) return 'two candidates have the same size'
  return withWidth > 0 && !hasSizes(element) ? 'widths without a sizes attribute' : null
}

/** A lazy image needs no sizes, since browsers measure it then (HTML Standard, 4.8.4.2). */
function hasSizes(element: Element): boolean {
  if (element.attribs.sizes !== undefined) return true
  const image = element.name === 'img' ? element : imageAfter(element)
  return image !== null && isLazy(image)
}

function imageAfter(source: Element): Element | null {
  let left = MOST_SIBLINGS
  for (let node = source.next; node !== null && left > 0; node = node.next) {
    left -= 1
    if (isTag(node) && node.name === 'img') return node
  }
  return null
}
