import type { Element } from 'domhandler'
import { isWidgetRole, rolesHidingContent } from '../../../derived/aria/aria-roles.ts'
import { exposedOfRole, exposedWithRoles } from '../../../derived/aria/exposed.ts'
import { focusableElements, isTabbable } from '../../../derived/aria/focus.ts'
import { explicitRole, roleOf } from '../../../derived/aria/role.ts'
import { nearestIn } from '../../../derived/page/tree.ts'
import { isHtml } from '../../../document/index-elements.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const nestedInteractive = rule({
  id: 'nested-interactive',
  severity: 'warning',
  title: 'Nested interactive controls',
  passTitle: 'Controls do not contain other controls',
  why: 'The content of a button or checkbox is hidden from screen readers. A link or button inside it gets keyboard focus but is not announced.',
  fix: 'Move the inner control out of the outer one.',
  effort: 'hours',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/307n5z/',
  excludes:
    'Links and buttons in a summary are not checked, since browsers expose its content; iframes are not either, since the content of their pages is unknown.',
  needs: ['document'],
  messages: {
    nested:
      '{affected} of {total} {total:control|controls} {affected:contains|contain} another control: {element}.',
  },

  check({ document }) {
    const outers = exposedOfRole(document, ...rolesHidingContent).filter(
      (element) => explicitRole(element) !== null || !unjudged.has(element.name),
    )
    const drawn = exposedWithRoles(document).filter((element) => !isHtml(element) && hidesContent(element))
    const controls = new Set([...outers, ...drawn])
    const holds = new Map<Element, string>()
    const controlAround = nearestIn(controls)
    for (const inner of controls.size === 0 ? [] : focusableElements(document)) {
      if (!isWidgetRole(roleOf(document, inner)) && !isStop(document, inner)) continue
      let outer = controlAround(inner)
      while (outer !== null && !holds.has(outer)) {
        holds.set(outer, inner.name)
        outer = controlAround(outer)
      }
    }
    return evaluateElements([...controls], 'nested', (control) => holds.get(control) ?? null)
  },
})

/**
 * Elements without a role in the attribute that hold nothing, or only what browsers do not show. A summary shows what
 * it holds, since it has no role of its own (HTML Accessibility API Mappings 1.0).
 */
const unjudged = new Set(['hr', 'img', 'input', 'meter', 'option', 'progress', 'summary'])

/** Whether the Tab key stops at the element itself. In a frame it stops at what the page there holds, if anything. */
function isStop(document: PageDocument, element: Element): boolean {
  if (element.name === 'iframe' && element.attribs.tabindex === undefined) return false
  return isTabbable(document, element)
}

const hiding = new Set(rolesHidingContent)

function hidesContent(element: Element): boolean {
  return hiding.has(explicitRole(element) ?? '')
}
