import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'

/** Space-separated ids of an attribute, as written: ids are case-sensitive. */
export function idsOf(value: string | undefined): string[] {
  return (value ?? '').split(/[\t\n\f\r ]+/).filter(Boolean)
}

/** The elements that an attribute refers to by id, the first element of each id. Dangling ids are left out. */
export function referencedBy(document: PageDocument, element: Element, attribute: string): Element[] {
  return idsOf(element.attribs[attribute]).flatMap((id) => document.byId(id)[0] ?? [])
}

/** Whether a value has more than white space. */
export function hasText(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== ''
}
