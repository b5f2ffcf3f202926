/** Value of a property: text, a URL as written, or the index of the item that the element is. */
export type MarkupValue = { readonly text: string } | { readonly url: string } | { readonly item: number }

export interface MarkupProperty {
  readonly names: readonly string[]
  readonly value: MarkupValue
}

/** One item of microdata or RDFa; plain data. Types and names are URLs, or as written where they have none. */
export interface MarkupItem {
  readonly source: 'microdata' | 'rdfa'
  readonly types: readonly string[]
  /** As written, relative to the document's base. */
  readonly id: string | null
  /** Offset of its start tag in the decoded text. */
  readonly offset: number
  /** Whether it is no property of another item. */
  readonly isTop: boolean
  readonly properties: readonly MarkupProperty[]
}

export interface MarkupFacts {
  /** In document order. */
  readonly items: readonly MarkupItem[]
  /** Offsets of the start tags of microdata properties that belong to no item. */
  readonly strayOffsets: readonly number[]
  /** Ids in `itemref` that no element has. */
  readonly danglingRefs: readonly string[]
  /** Whether items or properties beyond the limits were left out. */
  readonly isCut: boolean
}

/** Maximum number of items, and of properties, of one syntax. */
export const maxItems = 5_000
export const maxProperties = 50_000

/** Tokens of a space-separated attribute, as written. */
export function tokensIn(value: string | null): string[] {
  return value === null ? [] : value.split(/[\t\n\f\r ]+/).filter((token) => token !== '')
}
