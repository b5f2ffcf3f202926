import type { Element } from 'domhandler'
import { explicitRole } from '../../../derived/aria/role.ts'
import { nameOf } from '../../../derived/names/accessible-name.ts'
import { exposedImages, isDecorative } from '../../../derived/names/nameless.ts'
import { nearest } from '../../../derived/page/tree.ts'
import { textWithin } from '../../../derived/text/bounded-text.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** Longer texts are no captions. */
const MAX_TEXT = 300
const holders = new Set(['button', 'li', 'p', 'td', 'th'])

function isHolder(element: Element): boolean {
  if (element.name === 'a') return element.attribs.href !== undefined
  return holders.has(element.name) || explicitRole(element) === 'button'
}

const holderOf = nearest(isHolder)

export const imageRedundantAlt = rule({
  id: 'image-redundant-alt',
  severity: 'info',
  title: 'Alternative text repeats adjacent text',
  passTitle: 'Alternative text does not repeat adjacent text',
  why: 'If the link or paragraph around an image says the same as its alternative text, a screen reader says it twice.',
  fix: 'Use an empty alt attribute (alt="") for such images, since the text already says it.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/image-redundant-alt',
  needs: ['document'],
  messages: {
    repeated:
      '{affected} of {total} {total:image|images} {affected:repeats|repeat} the text next to {affected:it|them}: "{first}".',
  },

  check({ document }) {
    const images = exposedImages(document).filter(
      (image) => !isDecorative(document, image) && nameOf(document, image) !== '',
    )
    const texts = new Map<Element, string>()
    const textOf = (holder: Element) => {
      const text = texts.get(holder) ?? textWithin(document, holder, MAX_TEXT, false).toLowerCase()
      texts.set(holder, text)
      return text
    }
    return evaluateElements(images, 'repeated', (image) => {
      const alternative = nameOf(document, image)
      const holder = holderOf(image)
      if (holder === null) return null
      return textOf(holder) === alternative.toLowerCase() ? alternative : null
    })
  },
})
