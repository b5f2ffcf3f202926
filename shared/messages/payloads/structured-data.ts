/** The structured data of a page in the audit input: plain, without cycles. */
export interface StructuredDataInput {
  readonly items: readonly StructuredItem[]
  readonly findings: readonly StructuredFinding[]
  /** Number of JSON-LD blocks, valid or not. */
  readonly blocks: number
  /** Items or findings were left out. */
  readonly isCut: boolean
}

/** A top-level item; nested items are among its properties. */
export interface StructuredItem {
  readonly syntax: 'json-ld' | 'microdata' | 'rdfa'
  /** schema.org types without prefix, then types of other vocabularies. */
  readonly types: readonly string[]
  readonly id: string | null
  readonly properties: Readonly<Record<string, readonly StructuredValue[]>>
  /** Offset in the decoded page of the start tag of its element (for JSON-LD: of its block). */
  readonly offset: number
}

export type StructuredValue = string | number | boolean | StructuredItem | { readonly ref: string }

/** A finding about structured data, with the id of its rule. */
export interface StructuredFinding {
  readonly rule: string
  readonly severity: 'error' | 'warning' | 'notice'
  readonly type: string | null
  /** Path from the top-level item, for example `offers[1].price`; '' = the item itself. */
  readonly path: string
  readonly message: string
  readonly offset: number
}
