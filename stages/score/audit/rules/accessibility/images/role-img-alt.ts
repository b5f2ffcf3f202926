import { exposedWithRole } from '../../../derived/aria/exposed.ts'
import { nameFault } from '../../../derived/names/accessible-name.ts'
import { isWithinNameless } from '../../../derived/names/nameless.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const roleImgAlt = rule({
  id: 'role-img-alt',
  severity: 'warning',
  title: 'Elements shown as images have a text alternative',
  why: 'An element with role="img" is announced as an image, and what it holds is not read. Without a name people hear "image" and nothing else.',
  fix: 'Add an aria-label that says what the image tells, or remove the role from decoration and hide it with aria-hidden="true".',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/23a2a8/',
  excludes:
    'Images and areas of image maps have rules of their own. In a link or button without a name, that name is what is missing.',
  needs: ['document'],
  messages: { missing: '{affected} of {total} elements with role="img" have no text alternative.' },

  check({ document }) {
    const images = exposedWithRole(document, 'img', 'image').filter(
      ({ name }) => !['area', 'img', 'input'].includes(name),
    )
    return evaluateElements(images, 'missing', (image) =>
      isWithinNameless(document, image) ? null : nameFault(document, image),
    )
  },
})
