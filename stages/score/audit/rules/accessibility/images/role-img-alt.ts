import { exposedWithRole } from '../../../derived/aria/exposed.ts'
import { nameFault } from '../../../derived/names/accessible-name.ts'
import { isWithinNameless } from '../../../derived/names/nameless.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const roleImgAlt = rule({
  id: 'role-img-alt',
  severity: 'warning',
  title: 'Elements with role="img" without a name',
  passTitle: 'Elements with role="img" have a name',
  why: 'An element with role="img" is announced as an image, and its content is not read. Without a name people hear only "image".',
  fix: 'Add an aria-label that describes the image; for decoration remove the role and use aria-hidden="true".',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/23a2a8/',
  excludes:
    'Images and image map areas have rules of their own. In a link or button without a name, the name of that control is what is missing.',
  needs: ['document'],
  messages: {
    missing:
      '{affected} of {total} {total:element|elements} with role="img" {affected:has|have} no accessible name: {element}.',
  },

  check({ document }) {
    const images = exposedWithRole(document, 'img', 'image').filter(
      ({ name }) => !['area', 'img', 'input'].includes(name),
    )
    return evaluateElements(images, 'missing', (image) =>
      isWithinNameless(document, image) ? null : nameFault(document, image),
    )
  },
})
