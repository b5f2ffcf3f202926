/** What a property of an element says: text, an address as written, or the item (its index) that the element is. */
export type MarkupValue = { readonly text: string } | { readonly url: string } | { readonly item: number }

export interface MarkupProperty {
  readonly names: readonly string[]
  readonly value: MarkupValue
}

/** One item of microdata or RDFa, plain data. Types and names are addresses, or as written where they have none. */
export interface MarkupItem {
  readonly source: 'microdata' | 'rdfa'
  readonly types: readonly string[]
  /** As written: relative to the document's base. */
  readonly id: string | null
  /** Where its start tag begins in the decoded text. */
  readonly offset: number
  /** No property of another item. */
  readonly isTop: boolean
  readonly properties: readonly MarkupProperty[]
}

export interface MarkupFacts {
  /** In document order. */
  readonly items: readonly MarkupItem[]
  /** Where the start tags of microdata properties begin that belong to no item. */
  readonly strayOffsets: readonly number[]
  /** Ids that `itemref` names and no element has. */
  readonly danglingRefs: readonly string[]
  /** Items or properties were passed over. */
  readonly isCut: boolean
}

/** Items of one syntax that are kept, and properties. */
export const maxItems = 5_000
export const maxProperties = 50_000

/** Tokens of a space-separated attribute, as written. */
export function tokensIn(value: string | null): string[] {
  return value === null ? [] : value.split(/[\t\n\f\r ]+/).filter((token) => token !== '')
}
