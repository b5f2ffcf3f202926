import { htmlInMath, htmlInSvg, scopeOfEndTags, type Traits } from './elements.ts'

/** Which vocabulary the content of an element belongs to. */
type Vocabulary = 'html' | 'svg' | 'math'

/** Called when the element it was given for ends. */
export type OnEnd = () => void

/** Regions that collectors ask about. */
export type Zone =
  | 'template'
  | 'noscript'
  | 'header'
  | 'footer'
  | 'nav'
  | 'aside'
  | 'article'
  | 'main'
  | 'picture'

interface OpenElement {
  readonly traits: Traits
  /** Grows with every element pushed, so it orders the open ones. */
  readonly serial: number
  readonly contains: Vocabulary
  onEnd: OnEnd[] | null
}

/**
 * The stack of open elements, simplified from 13.2.6 of the HTML Standard. No element stands deeper than `maxDepth`;
 * deeper ones are not kept, as in browsers. Nothing here walks the stack but to pop it, so time is linear in the input.
 */
export class OpenElements {
  readonly #maxDepth: number
  readonly #stack: OpenElement[] = []
  /** The serials of the open elements of each name. */
  readonly #open = new Map<string, number[]>()
  #serial = 0
  #hiding = 0
  #unkept = 0

  constructor(maxDepth: number) {
    this.#maxDepth = maxDepth
  }

  /** Whether the text here is inside an element whose text is not shown. */
  get isHidden(): boolean {
    return this.#hiding > 0
  }

  get isForeign(): boolean {
    const top = this.#stack.at(-1)
    return top !== undefined && top.contains !== 'html'
  }

  isIn(name: Zone): boolean {
    return this.#innermost(name) > 0
  }

  /** Ends what the start tag of `traits` ends, before it is pushed. */
  makeRoom(traits: Traits): void {
    if (this.isForeign) {
      while (traits.breaksOut && this.isForeign) this.#pop()
    } else if (traits.ends !== null) {
      const outermost = this.#outermostOf(traits.ends, traits.shields)
      if (outermost > 0) this.#endAt(outermost, traits)
    }
  }

  /** False when it stands too deep to be kept. Elements that hide text are kept a little deeper, so that they do. */
  push(traits: Traits): boolean {
    if (this.#stack.length >= this.#maxDepth + (traits.hides ? 8 : 0)) {
      this.#unkept++
      return false
    }
    const serial = ++this.#serial
    this.#stack.push({ traits, serial, contains: this.#vocabularyWithin(traits.name), onEnd: null })
    const serials = this.#open.get(traits.name)
    if (serials) serials.push(serial)
    else this.#open.set(traits.name, [serial])
    if (traits.hides) this.#hiding++
    return true
  }

  /** Has `onEnd` called when the innermost element ends. */
  whenEnded(onEnd: OnEnd): void {
    const top = this.#stack.at(-1)
    if (top === undefined) return
    if (top.onEnd) top.onEnd.push(onEnd)
    else top.onEnd = [onEnd]
  }

  /** The innermost element's tag closed itself (foreign elements only). */
  endInnermost(): void {
    this.#pop()
  }

  /** Applies an end tag; false when nothing of that name was open, so that it means nothing. */
  end(traits: Traits): boolean {
    const isInnermost = this.#stack.at(-1)?.traits.name === traits.name
    if (this.#unkept > 0 && !(isInnermost && traits.hides)) {
      this.#unkept--
      return true
    }
    const serial = this.#innermost(traits.name)
    if (serial === 0 || (!isInnermost && this.#isShielded(traits, serial))) return false
    this.#endAt(serial, traits)
    return true
  }

  /** The document ends. */
  endAll(): void {
    while (this.#stack.length > 0) this.#pop()
  }

  /** 13.2.4.2: an end tag does not reach out of a cell, an object or the like, but that of a table does. */
  #isShielded(traits: Traits, serial: number): boolean {
    if (scopeOfEndTags.has(traits.name) || traits.name === 'table') return false
    return this.#innermostOf(scopeOfEndTags) > serial
  }

  #vocabularyWithin(name: string): Vocabulary {
    const around = this.#stack.at(-1)?.contains ?? 'html'
    if (around === 'html') return name === 'svg' || name === 'math' ? name : 'html'
    return (around === 'svg' ? htmlInSvg : htmlInMath).has(name) ? 'html' : around
  }

  /** Serial of the innermost element of that name; 0 when none is open. */
  #innermost(name: string): number {
    return this.#open.get(name)?.at(-1) ?? 0
  }

  #innermostOf(names: ReadonlySet<string>): number {
    let serial = 0
    for (const name of names) serial = Math.max(serial, this.#innermost(name))
    return serial
  }

  /** Serial of the outermost of the named elements inside the innermost shield; 0 when there is none. */
  #outermostOf(names: ReadonlySet<string>, shields: ReadonlySet<string>): number {
    if (this.#innermostOf(names) === 0) return 0
    const shield = this.#innermostOf(shields)
    let outermost = 0
    for (const name of names) {
      const serial = this.#innermost(name)
      if (serial > shield && (outermost === 0 || serial < outermost)) outermost = serial
    }
    return outermost
  }

  /** Special elements end what they contain; others end alone, which is what the adoption agency comes to. */
  #endAt(serial: number, traits: Traits): void {
    if (traits.isSpecial || this.isForeign) {
      while ((this.#stack.at(-1)?.serial ?? 0) >= serial) this.#pop()
    } else {
      this.#remove(this.#stack.findLastIndex((element) => element.serial === serial))
    }
  }

  #pop(): void {
    this.#remove(this.#stack.length - 1)
  }

  #remove(at: number): void {
    const [element] = at === this.#stack.length - 1 ? [this.#stack.pop()] : this.#stack.splice(at, 1)
    if (element === undefined) return
    const serials = this.#open.get(element.traits.name)
    if (serials?.at(-1) === element.serial) serials.pop()
    else serials?.splice(serials.lastIndexOf(element.serial), 1)
    if (element.traits.hides) this.#hiding--
    if (element.onEnd) for (const call of element.onEnd) call()
  }
}
