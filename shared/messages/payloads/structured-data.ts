/** The structured data of a page as the audit gets it: plain, without cycles. */
export interface StructuredDataInput {
  readonly items: readonly StructuredItem[]
  readonly findings: readonly StructuredFinding[]
  /** JSON-LD blocks of the page, read or not. */
  readonly blocks: number
  /** Some were left out. */
  readonly isCut: boolean
}

/** An item that is no property of another one; what it holds is within. */
export interface StructuredItem {
  readonly syntax: 'json-ld' | 'microdata' | 'rdfa'
  /** Types of schema.org by bare name, then those of other vocabularies. */
  readonly types: readonly string[]
  readonly id: string | null
  readonly properties: Readonly<Record<string, readonly StructuredValue[]>>
  /** Where the start tag of its element, for JSON-LD that of its block, stands in the decoded text of the page. */
  readonly offset: number
}

export type StructuredValue = string | number | boolean | StructuredItem | { readonly ref: string }

/** What is wrong with it, by catalogue rule. */
export interface StructuredFinding {
  readonly rule: string
  readonly severity: 'error' | 'warning' | 'notice'
  readonly type: string | null
  /** From the item at the top, e.g. `offers[1].price`; '' for that item itself. */
  readonly path: string
  readonly message: string
  readonly offset: number
}
