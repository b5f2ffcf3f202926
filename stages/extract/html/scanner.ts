import type { TextFingerprint } from '#shared/messages/payloads/site-facts.ts'
import { TextSketch } from '../site/text-sketch.ts'
import { WordCounter } from '../text/word-counter.ts'
import { Attributes } from './attributes.ts'
import type { Collector, Tag, TextRun } from './collector.ts'
import { numberOf, type Traits, traitsOf } from './elements.ts'
import { Entries, type Entry, type Shown } from './entries.ts'
import { type OnEnd, OpenElements, type Zone } from './open-elements.ts'
import type { Content } from './raw-text.ts'
import { afterBlanks, release, type SourceText, sourceText } from './source-text.ts'
import { TextCaptures } from './text-capture.ts'
import { type TokenSink, tokenize } from './tokenizer.ts'

const frameset = numberOf('frameset')
const paragraph = numberOf('p')
const lineBreak = numberOf('br')

/** One pass over a document. It tracks head, body and nesting, and calls the collectors. */
class Scan implements Tag, TextRun, TokenSink {
  readonly attributes: Attributes
  /** Null when no count, or no fingerprint, is needed. */
  readonly words: WordCounter | null
  readonly mainText: TextSketch | null
  name = ''
  order = 0
  start = 0
  end = 0
  beginsBlock = true
  contentStart = 0
  place: 'head' | 'body' = 'head'
  isForeign = false
  readonly source: SourceText
  readonly #entries: Entries
  /** The collectors that still need text. */
  #readers: readonly Collector[]
  readonly #stack = new OpenElements()
  readonly #captures: TextCaptures
  #entry: Entry = { traits: traitsOf(''), collectors: [], byAttribute: [] }
  #isKept = false
  /** The page is a frameset, which has no other content (13.2.6.4.20). */
  #isFrameset = false

  constructor(source: SourceText, collectors: readonly Collector[], options: ScanOptions) {
    this.source = source
    const marked = collectors.flatMap((collector) => collector.attributes ?? [])
    this.attributes = new Attributes(source, marked)
    this.#entries = new Entries(source, collectors, this.attributes)
    this.#readers = collectors.filter(({ read }) => read !== undefined)
    this.words = options.countsWords ? new WordCounter(source) : null
    this.mainText = options.sketchesText ? new TextSketch(source) : null
    this.#captures = new TextCaptures(source.text)
  }

  isIn(zone: Zone): boolean {
    return this.#stack.isIn(zone)
  }

  capture(maxChars: number, done: (text: string) => void, dividesRuns = false): void {
    if (!this.#isKept || this.#captures.isFull) {
      done('')
      return
    }
    const { hides, name } = this.#entry.traits
    const isRaw = hides && name !== 'title'
    const end = this.#captures.begin({ maxChars, isOfHidden: hides, isRaw, dividesRuns })
    this.#stack.whenEnded(() => done(end()))
  }

  whenEnded(done: OnEnd): void {
    if (this.#isKept) this.#stack.whenEnded(done)
    else done()
  }

  get isInForeignContent(): boolean {
    return this.#stack.isForeign
  }

  beginStartTag(start: number, end: number): void {
    this.start = start - 1
    this.#entry = this.#entries.of(start, end)
    this.attributes.clear()
  }

  attributeName(start: number, end: number): void {
    this.attributes.begin(start, end)
  }

  attributeValue(start: number, end: number): void {
    this.attributes.value(start, end)
  }

  endStartTag(end: number, isSelfClosing: boolean): Content {
    this.contentStart = end
    if (this.#isFrameset && !this.#entry.traits.isOfFrameset) return 'markup'
    this.#open(isSelfClosing)
    return this.isForeign ? 'markup' : this.#entry.traits.content
  }

  endTag(start: number, end: number): void {
    const { traits } = this.#entries.of(start, end)
    if (this.place === 'head' && !this.#stack.isHidden && traits.endsHead) this.place = 'body'
    // 13.2.6.5: these two end svg and math around them.
    if (traits.number === paragraph || traits.number === lineBreak) this.#stack.breakOut(traits)
    if (traits.isFrame || traits.isVoid) return
    // Without an open paragraph `</p>` makes an empty one (13.2.6.4.7).
    if ((this.#stack.end(traits) || traits.number === paragraph) && traits.separates) this.#separate()
  }

  text(start: number, end: number): void {
    if (this.#stack.isHidden) {
      if (!this.#captures.isEmpty) this.#captures.add(start, end, true)
    } else if (!this.#isFrameset) {
      const first = afterBlanks(this.source, start, end)
      if (this.place === 'head' && first < end) this.place = 'body'
      if (this.place === 'body') this.#addVisible(start, first, end)
    }
  }

  /** `first` is where the white space ends that the text begins with. */
  #addVisible(start: number, first: number, end: number): void {
    // One blank says as much as many.
    this.words?.add(first > start ? first - 1 : start, end)
    if (this.mainText !== null && !this.#isBesideMainText()) this.mainText.add(start, end)
    if (!this.#captures.isEmpty) this.#captures.add(start, end, false)
    if (first < end && this.#readers.length > 0) this.#read(first, end)
  }

  #read(start: number, end: number): void {
    this.start = start
    this.end = end
    for (const reader of this.#readers)
      if (reader.read?.(this) === false) this.#readers = this.#readers.filter((other) => other !== reader)
    this.beginsBlock = false
  }

  #isBesideMainText(): boolean {
    return this.isIn('nav') || this.isIn('header') || this.isIn('footer') || this.isIn('aside')
  }

  /** Ends the page and all open elements. */
  finish(): void {
    this.#stack.endAll()
  }

  #open(isSelfClosing: boolean): void {
    const { traits } = this.#entry
    if (traits.isFrame) this.#enterFrame(traits)
    else this.#enter(traits)
    this.name = traits.name
    this.order++
    this.#show()
    if (traits.name === 'body') this.place = 'body'
    const mayCloseItself = this.isForeign || traits.name === 'svg' || traits.name === 'math'
    if (isSelfClosing && this.#isKept && mayCloseItself) this.#stack.endInnermost()
  }

  #enterFrame(traits: Traits): void {
    this.#stack.makeRoom(traits)
    this.isForeign = this.#stack.isForeign
  }

  #enter(traits: Traits): void {
    if (traits.number === frameset && this.place === 'head' && !this.#stack.isHidden) this.#isFrameset = true
    this.#stack.makeRoom(traits)
    this.isForeign = this.#stack.isForeign
    if (this.place === 'head' && !traits.isHeadContent && !this.#stack.isHidden) this.place = 'body'
    if (traits.separates || traits.name === 'br') this.#separate()
    this.#isKept = (!traits.isVoid || this.isForeign) && this.#stack.push(traits)
  }

  #separate(): void {
    this.beginsBlock = true
    this.words?.separate()
    this.mainText?.separate()
    if (!this.#captures.isEmpty) this.#captures.separate()
  }

  #show(): void {
    if (this.#stack.isInTemplate) return
    const isInNoscript = this.#stack.isHidden && this.#stack.isIn('noscript')
    for (const one of this.#entry.collectors) this.#showTo(one, isInNoscript)
    const { mask } = this.attributes
    if (mask === 0) return
    for (const one of this.#entry.byAttribute) if ((one.marks & mask) !== 0) this.#showTo(one, isInNoscript)
  }

  #showTo({ collector, seesForeign, seesNoscript }: Shown, isInNoscript: boolean): void {
    if (this.isForeign && !seesForeign) return
    if (isInNoscript && !seesNoscript) return
    collector.open(this)
  }
}

/** What a pass makes of the text: a count of the visible words, a fingerprint of the main text. */
export interface ScanOptions {
  readonly countsWords?: boolean
  readonly sketchesText?: boolean
}

/**
 * Shows the start tags of an HTML document to the collectors in one pass. `words` is 0 and `mainText` null unless the
 * options ask for them. Tree construction follows the HTML Standard as far as metadata can tell the difference:
 * head and body, implied end tags, svg and math, template, noscript. Time is linear in the input; input
 * beyond a limit is ignored. See `README.md`.
 */
export function scan(
  text: string,
  collectors: readonly Collector[],
  options: ScanOptions = { countsWords: true },
): { readonly words: number; readonly mainText: TextFingerprint | null } {
  const source = sourceText(text)
  const pass = new Scan(source, collectors, options)
  tokenize(source, pass)
  pass.finish()
  const made = { words: pass.words?.total() ?? 0, mainText: pass.mainText?.fingerprint() ?? null }
  release(source)
  return made
}
