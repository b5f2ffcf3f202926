import { type ChildNode, type Element, isTag, isText } from 'domhandler'
import { explicitRole, isPresentational } from '../../../derived/aria/role.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const definitionList = rule({
  id: 'definition-list',
  severity: 'warning',
  title: 'Description lists with invalid children',
  passTitle: 'Description lists contain only terms and descriptions',
  why: 'Screen readers read a term and its description together only if nothing else is in between, and the term comes first.',
  fix: 'Use only dt and dd elements, or div elements around them, in a dl element, each dd after its dt.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/definition-list',
  needs: ['document'],
  messages: {
    others:
      '{affected} of {total} description {total:list|lists} {affected:contains|contain} something else, or a description before its term: {element}.',
  },

  check({ document }) {
    const lists = document
      .byTag('dl')
      .filter((list) => explicitRole(list) === null && document.isExposed(list))
    return evaluateElements(lists, 'others', (list) => faultOf(document, list))
  },
})

function faultOf(document: PageDocument, list: Element): string | null {
  const nodes = list.children.flatMap((child) => (isGroup(child) ? child.children : [child]))
  if (nodes.some((node) => isText(node) && node.data.trim() !== '')) return 'text'
  const elements = nodes.filter(isTag).filter((element) => document.isExposed(element))
  const other = elements.find((element) => !isEntry(element))
  if (other !== undefined) return other.name
  if (elements[0]?.name === 'dd') return 'dd before dt'
  return elements.length > 0 && elements.every(({ name }) => name === 'dt') ? 'dt without dd' : null
}

/** A `div` may group terms with their descriptions (HTML Standard, 4.4.9). */
function isGroup(node: ChildNode): node is Element {
  if (!isTag(node) || node.name !== 'div') return false
  const role = explicitRole(node)
  return role === null || isPresentational(role)
}

/** An item of another list is reported by `listitem`. */
function isEntry(element: Element): boolean {
  const role = explicitRole(element)
  if (role !== null) return role === 'definition' || role === 'term' || role === 'listitem'
  return element.name === 'dt' || element.name === 'dd' || element.name === 'li'
}
