import type { Element } from 'domhandler'
import { focusableElements, hasOpenModal, tabIndexOf } from '../../../derived/aria/focus.ts'
import { explicitRole } from '../../../derived/aria/role.ts'
import { nearestIn } from '../../../derived/page/tree.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { evaluateElements, undecided } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/**
 * A hidden page is reported by `aria-hidden-body`. Elements that style sheets hide are no fault. Elements that
 * usually are hidden this way are undecided.
 */
export const ariaHiddenFocus = rule({
  id: 'aria-hidden-focus',
  severity: 'warning',
  title: 'Focusable elements inside aria-hidden',
  passTitle: 'No focusable elements inside aria-hidden',
  why: 'The Tab key reaches such an element, but a screen reader says nothing: people are lost on the page.',
  fix: 'Add tabindex="-1" to the controls inside, or hide the element with the hidden or inert attribute.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/6cfa84/',
  needs: ['document'],
  messages: {
    reachable:
      '{affected} of {total} {total:element|elements} hidden from assistive technology {affected:contains|contain} something focusable: {element}.',
  },

  check({ document }) {
    const all = [...document.withAttribute('aria-hidden'), ...document.foreign].filter(
      (element) => isSilent(element) && element.name !== 'body',
    )
    const silentAround = nearestIn(new Set(all))
    const silent = all.filter((element) => !document.isHidden(element) && silentAround(element) === null)
    const isPage = document.body !== null && isSilent(document.body)
    const reachable =
      silent.length === 0 ? new Map<Element, Element>() : reachableIn(document, new Set(silent))
    return evaluateElements(
      isPage ? [] : silent,
      'reachable',
      (element) => {
        const found = reachable.get(element)
        if (found === undefined) return null
        if (isUncertain(found) || isOftenHidden(element) || hasOpenModal(document)) return undecided
        return found.name
      },
      'needs_styles',
    )
  },
})

/** Parts that open on demand, or lie behind an open dialog, recognised by role and by common class names. */
const openable = new Set(['alertdialog', 'dialog', 'listbox', 'menu', 'menubar', 'tabpanel', 'tooltip'])
const openableName =
  /carousel|collaps|dialog|drawer|dropdown|drop-down|flyout|gallery|hidden|hide|lightbox|mega|menu|modal|nav|offcanvas|off-canvas|overlay|panel|pop-?up|popover|pswp|search|sidebar|slide|sub|tab|toggle|tooltip/i

function isOftenHidden(element: Element): boolean {
  const { attribs } = element
  if (openable.has(explicitRole(element) ?? '') || attribs['aria-expanded'] !== undefined) return true
  return openableName.test(attribs.class ?? '') || openableName.test(attribs.id ?? '')
}

function isSilent({ attribs }: Element): boolean {
  return attribs['aria-hidden']?.trim().toLowerCase() === 'true'
}

/**
 * A frame has the focus only where its page has something to focus. What has a script for the focus may pass it on
 * (ACT 6cfa84, assumptions).
 */
function isUncertain({ name, attribs }: Element): boolean {
  return (name === 'iframe' && attribs.tabindex === undefined) || attribs.onfocus !== undefined
}

/** The first tabbable element inside each hidden element; one that is uncertain only where there is no other. */
function reachableIn(document: PageDocument, silent: ReadonlySet<Element>): Map<Element, Element> {
  const found = new Map<Element, Element>()
  const silentAround = nearestIn(silent)
  for (const element of focusableElements(document)) {
    if ((tabIndexOf(element) ?? 0) < 0 || document.isExposed(element)) continue
    const outermost = silent.has(element) ? element : silentAround(element)
    if (outermost === null) continue
    const other = found.get(outermost)
    if (other === undefined || isUncertain(other)) found.set(outermost, element)
  }
  return found
}
