import type { Element } from 'domhandler'
import { explicitRole } from '../../../derived/aria/role.ts'
import { hasText } from '../../../derived/names/id-references.ts'
import { exposedImages } from '../../../derived/names/nameless.ts'
import { closest } from '../../../derived/page/tree.ts'
import { textWithin } from '../../../derived/text/bounded-text.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** Longer text alternatives are no captions. */
const MAX_ALT = 300
const holders = new Set(['button', 'li', 'p', 'td', 'th'])

function isHolder(element: Element): boolean {
  if (element.name === 'a') return element.attribs.href !== undefined
  return holders.has(element.name) || explicitRole(element) === 'button'
}

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
      ({ attribs }) => hasText(attribs.alt) && attribs.alt.length <= MAX_ALT,
    )
    const texts = new Map<Element, string>()
    const textOf = (holder: Element) => {
      const text = texts.get(holder) ?? textWithin(document, holder, MAX_ALT, false).toLowerCase()
      texts.set(holder, text)
      return text
    }
    return evaluateElements(images, 'repeated', (image) => {
      const alternative = image.attribs.alt?.replace(/\s+/g, ' ').trim() ?? ''
      const holder = closest(image, isHolder)
      if (holder === null) return null
      return textOf(holder) === alternative.toLowerCase() ? alternative : null
    })
  },
})
