import { htmlInMath, htmlInSvg, knownCount, numberOf, scopeOfEndTags, type Traits } from './elements.ts'

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

const zones: Readonly<Record<Zone, number>> = {
  template: numberOf('template'),
  noscript: numberOf('noscript'),
  header: numberOf('header'),
  footer: numberOf('footer'),
  nav: numberOf('nav'),
  aside: numberOf('aside'),
  article: numberOf('article'),
  main: numberOf('main'),
  picture: numberOf('picture'),
}
const table = numberOf('table')

interface OpenElement {
  readonly traits: Traits
  /** Grows with every element pushed, so it orders the open ones. */
  readonly serial: number
  /** Serial of the next one around it with the same name; 0 where there is none. */
  readonly outer: number
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
  /** By number: the serial of the innermost open element of that name; 0 where none is open. */
  readonly #innermost = new Int32Array(knownCount)
  /** The same for names without number; only those that are open. */
  readonly #others = new Map<string, number>()
  #serial = 0
  #hiding = 0
  #templates = 0
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

  /** As `isIn('template')`, which is asked of every tag. */
  get isInTemplate(): boolean {
    return this.#templates > 0
  }

  isIn(zone: Zone): boolean {
    return this.#innermost[zones[zone]] !== 0
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
    const outer = this.#serialOf(traits)
    this.#stack.push({ traits, serial, outer, contains: this.#vocabularyWithin(traits.name), onEnd: null })
    this.#setSerial(traits, serial)
    if (traits.hides) this.#hiding++
    if (traits.name === 'template') this.#templates++
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
    const serial = this.#serialOf(traits)
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
    if (traits.number === table || scopeOfEndTags.includes(traits.number)) return false
    return this.#innermostOf(scopeOfEndTags) > serial
  }

  #vocabularyWithin(name: string): Vocabulary {
    const around = this.#stack.at(-1)?.contains ?? 'html'
    if (around === 'html') return name === 'svg' || name === 'math' ? name : 'html'
    return (around === 'svg' ? htmlInSvg : htmlInMath).has(name) ? 'html' : around
  }

  /** Serial of the innermost element of that name; 0 when none is open. */
  #serialOf({ number, name }: Traits): number {
    return number >= 0 ? (this.#innermost[number] ?? 0) : (this.#others.get(name) ?? 0)
  }

  #setSerial({ number, name }: Traits, serial: number): void {
    if (number >= 0) this.#innermost[number] = serial
    else if (serial > 0) this.#others.set(name, serial)
    else this.#others.delete(name)
  }

  #innermostOf(numbers: readonly number[]): number {
    let serial = 0
    for (const number of numbers) serial = Math.max(serial, this.#innermost[number] ?? 0)
    return serial
  }

  /** Serial of the outermost of the named elements inside the innermost shield; 0 when there is none. */
  #outermostOf(numbers: readonly number[], shields: readonly number[]): number {
    if (this.#innermostOf(numbers) === 0) return 0
    const shield = this.#innermostOf(shields)
    let outermost = 0
    for (const number of numbers) {
      const serial = this.#innermost[number] ?? 0
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

  /** What is removed is the innermost of its name. */
  #remove(at: number): void {
    const element = at === this.#stack.length - 1 ? this.#stack.pop() : this.#stack.splice(at, 1)[0]
    if (element === undefined) return
    const { traits, onEnd } = element
    this.#setSerial(traits, element.outer)
    if (traits.hides) this.#hiding--
    if (traits.name === 'template') this.#templates--
    if (onEnd) for (const call of onEnd) call()
  }
}
