import type { Attributes } from './attributes.ts'
import type { OnEnd, Zone } from './open-elements.ts'

/** One start tag, as collectors see it. It is reused: what it says holds only during the call. */
export interface Tag {
  readonly name: string
  /** Its number among the start tags of the document: a measure of distance. */
  readonly order: number
  /** Where it begins in the text of the page. */
  readonly start: number
  /** Where its content does. */
  readonly contentStart: number
  readonly attributes: Attributes
  /** Where the HTML Standard's tree construction puts it; a `link` in body is no part of the head's metadata. */
  readonly place: 'head' | 'body'
  /** Inside svg or math. */
  readonly isForeign: boolean
  isIn(zone: Zone): boolean
  /**
   * Collects the element's text, at most about `maxChars`, and hands it over when the element ends. Blocks within
   * are separated by a space. Says '' at once for elements that are not kept (void, too deep, too many at a time).
   */
  capture(maxChars: number, done: (text: string) => void): void
  /** Calls back when the element ends; at once for elements without content. */
  whenEnded(done: OnEnd): void
}

/** Gathers facts of one kind; it is called once for each start tag of a given name or with a given attribute. */
export interface Collector {
  readonly tags?: readonly string[]
  readonly attributes?: readonly string[]
  /** Tags inside svg, math or noscript are shown only to collectors that ask; those inside template to none. */
  readonly sees?: { readonly foreign?: true; readonly noscript?: true }
  open(tag: Tag): void
}
