import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { Attributes, type Marks } from './attributes.ts'
import { Captures } from './captures.ts'
import type { Collector, Tag } from './collector.ts'
import { knownTraits, type Traits, traitsOf } from './elements.ts'
import { type OnEnd, OpenElements, type Zone } from './open-elements.ts'
import { WordCounter } from './word-counter.ts'

/** The bounds of one scan; what lies beyond them is passed over, never an error. */
export interface ScanLimits {
  readonly maxDepth: number
  readonly maxAttributes: number
  readonly maxAttributeChars: number
  readonly maxCaptures: number
  readonly maxSegmentedChars: number
}

interface Entry {
  readonly traits: Traits
  readonly collectors: readonly Collector[]
}

/** Names beyond these are looked up anew each time, so that a page of invented names costs no memory. */
const maxLearnt = 300

function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && (code < 0x09 || code > 0x0d || code === 0x0b)) return false
  }
  return true
}

/** One pass over a document: keeps track of place and nesting, and calls the collectors. */
class Scan implements Tag, TokenizerCallbacks {
  readonly attributes: Attributes
  readonly words: WordCounter
  name = ''
  order = 0
  place: 'head' | 'body' = 'head'
  isForeign = false
  readonly #text: string
  readonly #collectors: readonly Collector[]
  readonly #byAttribute: readonly { readonly collector: Collector; readonly marks: Marks }[]
  readonly #entries = new Map<string, Entry>()
  readonly #stack: OpenElements
  readonly #captures: Captures
  #entry: Entry = { traits: traitsOf(''), collectors: [] }
  #isKept = false

  constructor(text: string, collectors: readonly Collector[], limits: ScanLimits) {
    this.#text = text
    this.#collectors = collectors
    const marked = collectors.flatMap((collector) => collector.attributes ?? [])
    this.attributes = new Attributes(text, limits, marked)
    this.#byAttribute = collectors.flatMap((collector) =>
      collector.attributes ? [{ collector, marks: this.attributes.marksOf(collector.attributes) }] : [],
    )
    this.words = new WordCounter(text, limits)
    this.#stack = new OpenElements(limits.maxDepth)
    this.#captures = new Captures(limits.maxCaptures)
  }

  isIn(zone: Zone): boolean {
    return this.#stack.isIn(zone)
  }

  capture(maxChars: number, done: (text: string) => void): void {
    if (!this.#isKept || this.#captures.isFull) {
      done('')
      return
    }
    const { hides, name } = this.#entry.traits
    const end = this.#captures.begin({ maxChars, isOfHidden: hides, isRaw: hides && name !== 'title' })
    this.#stack.whenEnded(() => done(end()))
  }

  whenEnded(done: OnEnd): void {
    if (this.#isKept) this.#stack.whenEnded(done)
    else done()
  }

  isInForeignContext(): boolean {
    return this.#stack.isForeign
  }

  onopentagname(start: number, end: number): void {
    this.#entry = this.#entryOf(start, end)
    this.attributes.clear()
  }

  onattribname(start: number, end: number): void {
    this.attributes.begin(start, end)
  }

  onattribdata(start: number, end: number): void {
    this.attributes.value(start, end)
  }

  onattribentity(): void {}

  onattribend(): void {}

  onopentagend(): void {
    this.#open(false)
  }

  onselfclosingtag(): void {
    this.#open(true)
  }

  onclosetag(start: number, end: number): void {
    const { traits } = this.#entryOf(start, end)
    if (traits.isFrame || traits.isVoid) return
    if (this.#stack.end(traits) && traits.separates) this.#separate()
  }

  ontext(start: number, end: number): void {
    if (this.#stack.isHidden) {
      if (!this.#captures.isEmpty) this.#captures.add(this.#text.slice(start, end), true)
      return
    }
    if (this.place === 'head') {
      if (isBlank(this.#text, start, end)) return
      this.place = 'body'
    }
    this.words.add(start, end)
    if (!this.#captures.isEmpty) this.#captures.add(this.#text.slice(start, end), false)
  }

  ontextentity(): void {}

  oncdata(start: number, end: number, offset: number): void {
    if (this.#stack.isForeign) this.ontext(start, end - offset)
  }

  oncomment(): void {}

  ondeclaration(): void {}

  onprocessinginstruction(): void {}

  onend(): void {
    this.#stack.endAll()
  }

  #open(isSelfClosing: boolean): void {
    const { traits } = this.#entry
    if (!traits.isFrame) this.#enter(traits)
    this.name = traits.name
    this.order++
    this.#show()
    if (traits.name === 'body') this.place = 'body'
    const mayCloseItself = this.isForeign || traits.name === 'svg' || traits.name === 'math'
    if (isSelfClosing && this.#isKept && mayCloseItself) this.#stack.endInnermost()
  }

  #enter(traits: Traits): void {
    this.#stack.makeRoom(traits)
    this.isForeign = this.#stack.isForeign
    if (this.place === 'head' && !traits.isHeadContent && !this.#stack.isHidden) this.place = 'body'
    if (traits.separates || traits.name === 'br') this.#separate()
    this.#isKept = (!traits.isVoid || this.isForeign) && this.#stack.push(traits)
  }

  #separate(): void {
    this.words.separate()
    if (!this.#captures.isEmpty) this.#captures.add(' ', false)
  }

  #show(): void {
    if (this.#stack.isIn('template')) return
    for (const collector of this.#entry.collectors) this.#showTo(collector)
    const { marks } = this.attributes
    if (marks === 0) return
    for (const one of this.#byAttribute) if ((one.marks & marks) !== 0) this.#showTo(one.collector)
  }

  #showTo(collector: Collector): void {
    if (this.isForeign && !collector.sees?.foreign) return
    if (this.#stack.isIn('noscript') && !collector.sees?.noscript) return
    collector.open(this)
  }

  #entryOf(start: number, end: number): Entry {
    const name = this.#text.slice(start, end)
    return this.#entries.get(name) ?? this.#learn(name)
  }

  #learn(written: string): Entry {
    const name = written.toLowerCase() === 'image' ? 'img' : written.toLowerCase()
    const entry = {
      traits: knownTraits.get(name) ?? traitsOf(name),
      collectors: this.#collectors.filter((collector) => collector.tags?.includes(name)),
    }
    if (this.#entries.size < maxLearnt) this.#entries.set(written, entry)
    return entry
  }
}

/**
 * Shows the start tags of an HTML document to the collectors, in one pass, and counts its
 * visible words. Tree construction is the HTML Standard's as far as metadata can tell the difference: head and body,
 * implied end tags, svg and math, template, noscript with scripting on; time is linear in the input.
 */
export function scan(text: string, collectors: readonly Collector[], limits: ScanLimits): { words: number } {
  const pass = new Scan(text, collectors, limits)
  const tokenizer = new Tokenizer({ decodeEntities: false }, pass)
  tokenizer.write(text)
  tokenizer.end()
  return { words: pass.words.total() }
}
