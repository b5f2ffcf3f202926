import { type Element, isTag } from 'domhandler'
import { metaKeys } from '#shared/page/meta-keys.ts'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'

/**
 * Whether an element stands in the head. Only noscript has elements in the head, so two steps up suffice at any
 * depth.
 */
export function standsInHead({ head }: PageDocument, { parent }: Element): boolean {
  if (head === null || parent === null || !isTag(parent)) return false
  return parent === head || (parent.name === 'noscript' && parent.parent === head)
}

export interface MetaElement {
  readonly element: Element
  /** White space collapsed and trimmed; '' without one. */
  readonly content: string
  readonly isInHead: boolean
}

const none: readonly MetaElement[] = []

const byName = memoize((document: PageDocument): ReadonlyMap<string, readonly MetaElement[]> => {
  const index = new Map<string, MetaElement[]>()
  for (const element of document.byTag('meta')) {
    const { content = '' } = element.attribs
    const meta = { element, content: collapsed(content), isInHead: standsInHead(document, element) }
    for (const key of keysOf(element)) {
      const metas = index.get(key) ?? []
      metas.push(meta)
      index.set(key, metas)
    }
  }
  return index
})

/** The key of metas with that `http-equiv`. */
export const pragmaKey = (pragma: string): string => `http-equiv:${pragma}`

function keysOf({ attribs }: Element): ReadonlySet<string> {
  const pragma = attribs['http-equiv']?.trim().toLowerCase()
  return new Set([...metaKeys(attribs), ...(pragma ? [pragmaKey(pragma)] : [])])
}

/** Metas with that name or token of property, or with a `pragmaKey`, in head and body. */
export function metasNamed(document: PageDocument, name: string): readonly MetaElement[] {
  return byName(document).get(name) ?? none
}

/** Metas of the head, which crawlers read. */
export function headMetas(document: PageDocument, name: string): readonly MetaElement[] {
  return metasNamed(document, name).filter(({ isInHead }) => isInHead)
}

/** All names of the page's metas, in lower case. */
export function metaNames(document: PageDocument): readonly string[] {
  return [...byName(document).keys()]
}

/** The text with white space collapsed and trimmed. */
export function collapsed(text: string): string {
  return text.replace(/[\t\n\f\r ]+/g, ' ').trim()
}

/** Whether parsing was cut before the content of the body: missing metadata may follow. */
export function isHeadTruncated({ cut, body }: PageDocument): boolean {
  return cut !== null && (body === null || body.firstChild === null)
}
