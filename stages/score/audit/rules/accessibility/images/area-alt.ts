import { nameFault } from '../../../derived/names/accessible-name.ts'
import { nearest } from '../../../derived/page/tree.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

const mapAround = nearest(({ name }) => name === 'map')

export const areaAlt = rule({
  id: 'area-alt',
  severity: 'error',
  title: 'Image map areas without alternative text',
  passTitle: 'Image map areas have alternative text',
  why: 'An area of an image map is a link, and its alternative text is the link text. Without it people who cannot see the image do not know where it leads.',
  fix: 'Add an alt attribute to each area with an href that says where it leads.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/c487ae/',
  needs: ['document'],
  messages: {
    missing:
      '{affected} of {total} image map {total:area|areas} {affected:has|have} no alternative text: {first}.',
  },

  check({ document }) {
    const areas = document
      .byTag('area')
      .filter(
        (area) => area.attribs.href !== undefined && document.isExposed(area) && mapAround(area) !== null,
      )
    return evaluateElements(areas, 'missing', (area) =>
      nameFault(document, area) === '' ? (area.attribs.href ?? '') : null,
    )
  },
})
