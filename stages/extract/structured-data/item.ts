/** Syntaxes of structured data. */
export type Syntax = 'json-ld' | 'microdata' | 'rdfa'

/** Refers to an item that is described elsewhere on the page, or not on the page. */
export interface Reference {
  readonly ref: string
}

export type Literal = string | number | boolean
export type ItemValue = Literal | ItemNode | Reference

/**
 * One item of any syntax. Names of the schema.org vocabulary are bare (`Product`, `name`); others are URLs, or as
 * written where none is known. The item stands where it is first described. Other places hold a reference, so the
 * tree has no cycles.
 */
export interface ItemNode {
  /** Types of schema.org, in order. */
  readonly types: readonly string[]
  /** Types of other vocabularies. */
  readonly otherTypes: readonly string[]
  /** Absolute where possible. */
  readonly id: string | null
  readonly properties: ReadonlyMap<string, readonly ItemValue[]>
  readonly source: Syntax
  /** Offset of the start tag of its element, or of its JSON-LD block, in the decoded text. */
  readonly offset: number
}

/** Whether a value is an item described at this place. */
export function isNode(value: ItemValue): value is ItemNode {
  return typeof value === 'object' && 'properties' in value
}

/** Whether a value refers to an item. */
export function isReference(value: ItemValue): value is Reference {
  return typeof value === 'object' && 'ref' in value
}

const schemaOrg = /^(?:https?:)?\/\/(?:www\.)?schema\.org\/(?:#|)/i

/** The bare name of a URL in the schema.org vocabulary; null for other URLs. */
export function schemaOrgName(address: string): string | null {
  const found = schemaOrg.exec(address)
  const name = found && address.slice(found[0].length).replace(/[/#]+$/, '')
  return name === null || name === '' || name.includes('/') ? null : name
}
