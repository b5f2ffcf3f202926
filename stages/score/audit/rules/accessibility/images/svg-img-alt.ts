import type { Element } from 'domhandler'
import { explicitRole } from '../../../derived/aria/role.ts'
import { nameFault } from '../../../derived/names/accessible-name.ts'
import { isWithinNameless } from '../../../derived/names/nameless.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const svgImgAlt = rule({
  id: 'svg-img-alt',
  severity: 'warning',
  title: 'Drawings shown as images have a text alternative',
  why: `An SVG with role="img" is announced as an image. Without a title or a label people who cannot see it hear "image" and nothing else.`,
  fix: 'Give the svg a title element as its first child, or an aria-label; hide mere decoration with aria-hidden="true".',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/7d6734/',
  excludes: 'In a link or button without a name, that name is what is missing.',
  needs: ['document'],
  messages: { missing: '{affected} of {total} drawings that are shown as images have no text alternative.' },

  check({ document }) {
    const drawings = document.foreign.filter((element) => isImage(element) && document.isExposed(element))
    return evaluateElements(drawings, 'missing', (drawing) =>
      isWithinNameless(document, drawing) ? null : nameFault(document, drawing),
    )
  },
})

function isImage(element: Element): boolean {
  if (element.attribs.role === undefined) return false
  const role = explicitRole(element)
  if (role === 'graphics-document') return element.name === 'svg'
  return role === 'img' || role === 'image' || role === 'graphics-symbol'
}
