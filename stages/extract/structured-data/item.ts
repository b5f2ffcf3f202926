/** The syntaxes that a page may hold structured data in. */
export type Syntax = 'json-ld' | 'microdata' | 'rdfa'

/** Stands for an item that is described elsewhere on the page, or not on it at all. */
export interface Reference {
  readonly ref: string
}

export type Literal = string | number | boolean
export type ItemValue = Literal | ItemNode | Reference

/**
 * One item, whatever the syntax. Names of the schema.org vocabulary are bare (`Product`, `name`), others are
 * addresses, or as written where none is known. An item stands where it is first described; other places hold a reference, so that the tree has no cycles.
 */
export interface ItemNode {
  /** Types of schema.org, in order. */
  readonly types: readonly string[]
  /** Types of other vocabularies. */
  readonly otherTypes: readonly string[]
  /** Absolute where it can be. */
  readonly id: string | null
  readonly properties: ReadonlyMap<string, readonly ItemValue[]>
  readonly source: Syntax
  /** Where the start tag of its element, for JSON-LD that of its block, stands in the decoded text of the page. */
  readonly offset: number
}

export function isNode(value: ItemValue): value is ItemNode {
  return typeof value === 'object' && 'properties' in value
}

export function isReference(value: ItemValue): value is Reference {
  return typeof value === 'object' && 'ref' in value
}

const schemaOrg = /^(?:https?:)?\/\/(?:www\.)?schema\.org\/(?:#|)/i

/** The bare name that an address in the schema.org vocabulary stands for; null when it is in another. */
export function schemaOrgName(address: string): string | null {
  const found = schemaOrg.exec(address)
  const name = found && address.slice(found[0].length).replace(/[/#]+$/, '')
  return name === null || name === '' || name.includes('/') ? null : name
}
