import type { Element } from 'domhandler'
import { explicitRole } from '../../../derived/aria/role.ts'
import { nameFault } from '../../../derived/names/accessible-name.ts'
import { isWithinNameless } from '../../../derived/names/nameless.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const svgImgAlt = rule({
  id: 'svg-img-alt',
  severity: 'warning',
  title: 'SVG images without a name',
  passTitle: 'SVG images have a name',
  why: 'An SVG with role="img" is announced as an image. Without a title or label, people who cannot see it hear only "image".',
  fix: 'Add a title element as the first child of the svg, or an aria-label; hide purely decorative SVGs with aria-hidden="true".',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/7d6734/',
  excludes: 'In a link or button without a name, the name of that control is what is missing.',
  needs: ['document'],
  messages: {
    missing:
      '{affected} of {total} SVG {total:image|images} {affected:has|have} no accessible name: {element}.',
  },

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
