import type { Element } from 'domhandler'
import { isWidgetRole, prohibitsName } from '../../../derived/aria/aria-roles.ts'
import { structuralRole } from '../../../derived/aria/aria-structure.ts'
import { elementsWithAria } from '../../../derived/aria/aria-values.ts'
import { explicitRole } from '../../../derived/aria/role.ts'
import { hasText, referencedBy } from '../../../derived/names/id-references.ts'
import { nearest } from '../../../derived/page/tree.ts'
import { textWithin } from '../../../derived/text/bounded-text.ts'
import { isHtml } from '../../../document/index-elements.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { memoize } from '../../../engine/memoize.ts'
import { rule } from '../../../engine/rule.ts'

/**
 * Elements whose role is generic, or must not be named (HTML Accessibility API Mappings 1.0; ARIA in HTML, section
 * 4), obsolete ones among them.
 */
const unnamed = new Set(
  `abbr acronym b bdi bdo big body caption center cite code data dd del div em figcaption font i ins kbd label legend mark nobr p pre q
   rp rt s samp small span strike strong sub sup time tt u var`.split(/\s+/),
)

/** Inside a control the name becomes part of the control's name. */
function mustNotBeNamed(document: PageDocument, element: Element): boolean {
  const role = explicitRole(element)
  if (role !== null) return prohibitsName(role)
  if (!isPlain(element)) return false
  const holder = holderIn(document)(element)
  return holder === null || !isWidgetRole(structuralRole(document, holder))
}

const holderIn = memoize((document: PageDocument) =>
  nearest((ancestor) => structuralRole(document, ancestor) !== null),
)

function isPlain(element: Element): boolean {
  const { name, attribs } = element
  if (!isHtml(element)) return false
  return unnamed.has(name) || ((name === 'a' || name === 'area') && attribs.href === undefined)
}

/** The target of `aria-labelledby` may be created later, or is other text of the page that can be read. */
function isReadOtherwise(document: PageDocument, element: Element): boolean {
  if (textWithin(document, element, 0) !== '') return true
  const targets = referencedBy(document, element, 'aria-labelledby')
  const isExposed = targets.every((target) => document.isExposed(target))
  if (!hasText(element.attribs['aria-label'])) return isExposed
  return isExposed && targets.some((target) => textWithin(document, target, 0) !== '')
}

export const ariaProhibitedAttr = rule({
  id: 'aria-prohibited-attr',
  severity: 'warning',
  title: 'ARIA labels on elements that cannot be named',
  passTitle: 'ARIA labels are on elements that can be named',
  why: 'On an element that is not a landmark, control or image, most assistive technology ignores aria-label, so its text is lost.',
  fix: 'Write the text into the element, or give it a role that can be named.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/aria-prohibited-attr',
  excludes:
    'Elements with text of their own, or named by other text on the page, are not checked, since that text is still read.',
  needs: ['document'],
  messages: {
    prohibited:
      '{affected} of {total} {total:element|elements} with an ARIA label {affected:must not be named and contains|must not be named and contain} no text: {element}.',
  },

  check({ document }) {
    const named = elementsWithAria(document)
      .map(({ element }) => element)
      .filter(({ attribs }) => hasText(attribs['aria-label']) || hasText(attribs['aria-labelledby']))
    return evaluateElements(named, 'prohibited', (element) => {
      if (!mustNotBeNamed(document, element) || isReadOtherwise(document, element)) return null
      return element.attribs['aria-label'] ?? ''
    })
  },
})
