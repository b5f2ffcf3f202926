import type { Element } from 'domhandler'
import {
  ownedElements,
  requiredChildren,
  requiredParents,
  structuralRole,
} from '../../../derived/aria/aria-structure.ts'
import { exposedWithRoles } from '../../../derived/aria/exposed.ts'
import { explicitRole } from '../../../derived/aria/role.ts'
import { textWithin } from '../../../derived/text/bounded-text.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { evaluateElements, undecided } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** Scripts may fill an empty element. */
export const ariaRequiredChildren = rule({
  id: 'aria-required-children',
  severity: 'warning',
  title: 'ARIA roles without required children',
  passTitle: 'ARIA roles have their required children',
  why: 'Such an element is announced with the number of its items. Without items of the right role, or with others among them, that does not work.',
  fix: 'Give the children the role that the parent requires, such as option in a listbox.',
  effort: 'hours',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/bc4a75/',
  excludes: 'Empty elements are not checked, since scripts may fill them.',
  needs: ['document'],
  messages: {
    wrong:
      '{affected} of {total} ARIA {total:list, menu or table|lists, menus and tables} {affected:contains|contain} other roles than required: {element}.',
  },

  check({ document }) {
    const owners = exposedWithRoles(document).filter(
      (element) => requiredChildren(explicitRole(element)) !== null,
    )
    return evaluateElements(owners, 'wrong', (owner) => faultOf(document, owner))
  },
})

function faultOf(document: PageDocument, owner: Element) {
  const role = explicitRole(owner) ?? ''
  const wanted = requiredChildren(role) ?? []
  const owned = ownedElements(document, owner, wanted)
  const roles = owned.map((element) => structuralRole(document, element))
  const stranger = owned.find((element, index) => {
    const found = roles[index] ?? ''
    return !wanted.includes(found) && !requiredParents(found)?.includes(role) && !element.name.includes('-')
  })
  if (stranger !== undefined) return structuralRole(document, stranger) ?? stranger.name
  const isFilled = roles.some((found) => wanted.includes(found ?? ''))
  if (isFilled || owner.attribs['aria-busy'] === 'true') return null
  return textWithin(document, owner, 0) === '' ? undecided : 'text'
}
