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
  title: 'Text alternatives do not repeat the text beside the image',
  why: 'Where an image stands in a link or paragraph that says the same, a screen reader says it twice.',
  fix: 'Leave the alt attribute of such an image empty (alt=""), since the text tells it already.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/image-redundant-alt',
  needs: ['document'],
  messages: { repeated: '{affected} of {total} images repeat the text that they stand beside.' },

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
