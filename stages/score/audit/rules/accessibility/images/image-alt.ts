import { exposedImages, isDecorative, isNamelessImage } from '../../../derived/names/nameless.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { pass, rule } from '../../../engine/rule.ts'

export const imageAlt = rule({
  id: 'image-alt',
  severity: 'error',
  title: 'Images without alternative text',
  passTitle: 'Images have alternative text',
  why: 'Screen reader users and search engines know an image only by its alternative text. Without it a screen reader may read out the file name.',
  fix: 'Add an alt attribute that describes the image; for purely decorative images use an empty one (alt="").',
  effort: 'hours',
  impact: 'high',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/23a2a8/',
  needs: ['document'],
  messages: {
    missing: '{affected} of {total} {total:image|images} {affected:has|have} no alternative text: {first}.',
  },

  check({ document }) {
    const images = exposedImages(document)
    // Decorative images do not count, so that they do not reduce the share of faulty ones.
    const informative = images.filter((image) => !isDecorative(document, image))
    if (informative.length === 0 && images.length > 0) return pass
    return evaluateElements(informative, 'missing', (image) =>
      isNamelessImage(document, image) ? (image.attribs.src ?? '') : null,
    )
  },
})
