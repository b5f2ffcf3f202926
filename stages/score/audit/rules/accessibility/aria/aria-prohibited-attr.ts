import type { Element } from 'domhandler'
import { isWidgetRole, prohibitsName } from '../../../derived/aria/aria-roles.ts'
import { structuralRole } from '../../../derived/aria/aria-structure.ts'
import { explicitRole } from '../../../derived/aria/role.ts'
import { hasText, referencedBy } from '../../../derived/names/id-references.ts'
import { closest } from '../../../derived/page/tree.ts'
import { textWithin } from '../../../derived/text/bounded-text.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** Elements whose role is generic, or must not be named (HTML Accessibility API Mappings 1.0). */
const unnamed = new Set(
  `abbr b bdi bdo body caption cite code data del div em figcaption i ins kbd label legend mark p pre q rp rt s samp small span strong
   sub sup time u var`.split(/\s+/),
)

/** Inside a control the name becomes part of the control's name. */
function mustNotBeNamed(document: PageDocument, element: Element): boolean {
  const role = explicitRole(element)
  if (role !== null) return prohibitsName(role)
  const isPlain = unnamed.has(element.name) || (element.name === 'a' && element.attribs.href === undefined)
  if (!isPlain) return false
  const holder = closest(element, (ancestor) => structuralRole(document, ancestor) !== null)
  return holder === null || !isWidgetRole(structuralRole(document, holder))
}

function isReadOtherwise(document: PageDocument, element: Element): boolean {
  if (textWithin(document, element, 0) !== '') return true
  const targets = referencedBy(document, element, 'aria-labelledby')
  return targets.length > 0 && targets.every((target) => document.isExposed(target))
}

/** An element with text, or with a name that is other text of the page, can still be read. */
export const ariaProhibitedAttr = rule({
  id: 'aria-prohibited-attr',
  severity: 'warning',
  title: 'ARIA names stand where they are read',
  why: 'On an element that is no landmark, control or image most assistive technology ignores aria-label, so that its text is lost.',
  fix: 'Write the text into the element, or give it a role that can be named.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/aria-prohibited-attr',
  needs: ['document'],
  messages: {
    prohibited:
      '{affected} of {total} elements named by ARIA are of a kind that must not be named, and hold no text.',
  },

  check({ document }) {
    const named = [
      ...new Set([...document.withAttribute('aria-label'), ...document.withAttribute('aria-labelledby')]),
    ]
      .filter(({ attribs }) => hasText(attribs['aria-label']) || hasText(attribs['aria-labelledby']))
      .filter((element) => document.isExposed(element))
    return evaluateElements(named, 'prohibited', (element) => {
      if (!mustNotBeNamed(document, element) || isReadOtherwise(document, element)) return null
      return element.attribs['aria-label'] ?? ''
    })
  },
})
