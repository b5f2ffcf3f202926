import { type Element, isTag } from 'domhandler'
import { isDecoration } from '../../../derived/names/nameless.ts'
import { childElements, parentOf } from '../../../derived/page/tree.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** Attributes in which lazy-loading scripts keep the URL. */
const deferred = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-lazy',
  'data-srcset',
  'data-lazyload',
  'data-url',
]

export const imageNoSrcFallback = rule({
  id: 'image-no-src-fallback',
  severity: 'warning',
  title: 'Images that need JavaScript to load',
  passTitle: 'Images load without JavaScript',
  why: 'An image whose URL is only in a data attribute is found only by clients that run the script. Google reads src and srcset.',
  fix: 'Put the URL into src and use loading="lazy", or repeat the image in a noscript element.',
  effort: 'hours',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/javascript/lazy-loading',
  needs: ['document'],
  messages: {
    deferred:
      '{affected} of {total} {total:image|images} {affected:has its|have their} URL only in a data attribute: {first}.',
  },

  check({ document }) {
    // Decorative images with a URL do not count, so that they do not reduce the share of faulty ones.
    const images = document.byTag('img').filter((image) => !isDecoration(image) || !hasAddress(image))
    return evaluateElements(images, 'deferred', (image) => {
      const { attribs } = image
      const name = deferred.find((one) => (attribs[one] ?? '').trim() !== '')
      if (hasAddress(image) || name === undefined || hasOtherSource(image)) return null
      return `${name}="${(attribs[name] ?? '').slice(0, 200)}"`
    })
  },
})

function hasAddress({ attribs }: Element): boolean {
  return (attribs.src ?? '').trim() !== '' || (attribs.srcset ?? '').trim() !== ''
}

/** Number of siblings that are examined: the fallback stands next to the image. */
const NEAR = 3

function hasOtherSource(image: Element): boolean {
  const parent = parentOf(image)
  if (
    parent?.name === 'picture' &&
    childElements(parent).some(({ name, attribs }) => name === 'source' && attribs.srcset !== undefined)
  )
    return true
  return [...beside(image), ...(parent === null ? [] : beside(parent))].some(holdsImage)
}

/** The next elements after this one. */
function beside(element: Element): Element[] {
  const found: Element[] = []
  let left = NEAR * 2
  for (let node = element.next; node !== null && left > 0; node = node.next) {
    left -= 1
    if (isTag(node)) found.push(node)
  }
  return found.slice(0, NEAR)
}

/** With scripting on, the content of `noscript` is text. */
function holdsImage({ name, firstChild }: Element): boolean {
  return name === 'noscript' && firstChild !== null && 'data' in firstChild && /<img\b/i.test(firstChild.data)
}
