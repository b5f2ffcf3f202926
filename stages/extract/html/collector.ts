import type { Attributes } from './attributes.ts'
import type { OnEnd, Zone } from './open-elements.ts'
import type { SourceText } from './source-text.ts'

/** Maximum characters of a title, a heading or the text of an item's property. */
export const maxTextChars = 2_000

/** A run of visible text between two tags, as written, from the first sign on that is no white space. The object is reused: its values are valid during the call only. */
export interface TextRun {
  readonly source: SourceText
  readonly start: number
  readonly end: number
  /** Number of the last start tag. */
  readonly order: number
  /** Whether no text stands before it in its block. */
  readonly beginsBlock: boolean
  isIn(zone: Zone): boolean
}

/** One start tag as collectors see it. The object is reused: its values are valid during the call only. */
export interface Tag {
  readonly name: string
  /** Number among the start tags of the document; differences measure distance. */
  readonly order: number
  /** Offset of the tag in the text of the page. */
  readonly start: number
  /** Offset of its content. */
  readonly contentStart: number
  readonly attributes: Attributes
  /**
   * Where tree construction of the HTML Standard puts the element; a `link` in the body is no metadata of the
   * head.
   */
  readonly place: 'head' | 'body'
  /** Inside svg or math. */
  readonly isForeign: boolean
  isIn(zone: Zone): boolean
  /**
   * Captures the text of the element, at most about `maxChars`, and passes it to `done` when the element ends.
   * Blocks within are separated by a space; with `dividesRuns`, `runEnd` follows each run of text before a tag. Calls `done` with '' at once for elements that are not kept: void, too
   * deep, or too many at a time.
   */
  capture(maxChars: number, done: (text: string) => void, dividesRuns?: boolean): void
  /** Calls `done` when the element ends; at once for elements without content. */
  whenEnded(done: OnEnd): void
}

/**
 * Collects facts of one kind. It is called once for each start tag with a name in `tags` or an attribute in
 * `attributes`.
 */
export interface Collector {
  readonly tags?: readonly string[]
  readonly attributes?: readonly string[]
  /**
   * Tags inside svg, math or noscript are shown only to collectors that set these; tags inside template are shown
   * to none.
   */
  readonly sees?: { readonly foreign?: true; readonly noscript?: true }
  open(tag: Tag): void
  /**
   * Called for each run of visible text in the body that holds more than white space, until it returns false: the
   * collector then needs no further text.
   */
  read?(run: TextRun): boolean
}
