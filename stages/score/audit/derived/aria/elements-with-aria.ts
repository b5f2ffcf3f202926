import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'

/** An exposed element with ARIA attributes. */
export interface ElementWithAria {
  readonly element: Element
  /** Names of its attributes that begin with `aria-`, in lower case. */
  readonly names: readonly string[]
}

/** HTML elements with ARIA attributes, in document order. */
export const elementsWithAria = memoize((document: PageDocument): readonly ElementWithAria[] => {
  const bearers: ElementWithAria[] = []
  for (const element of document.all) {
    const names = Object.keys(element.attribs).filter((name) => name.startsWith('aria-'))
    if (names.length > 0 && document.isExposed(element)) bearers.push({ element, names })
  }
  return bearers
})

/** Name and value of each ARIA attribute for which `isFaulty` holds. */
export function faultyAttributes(
  document: PageDocument,
  isFaulty: (element: Element, name: string, value: string) => boolean,
): ReadonlyMap<Element, string> {
  const faults = new Map<Element, string>()
  for (const { element, names } of elementsWithAria(document)) {
    const faulty = names.filter((name) => isFaulty(element, name, element.attribs[name] ?? ''))
    const shown = faulty.map((name) => `${name}="${(element.attribs[name] ?? '').slice(0, 100)}"`)
    if (shown.length > 0) faults.set(element, shown.join(' '))
  }
  return faults
}
