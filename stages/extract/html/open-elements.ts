import { htmlInMath, htmlInSvg, knownCount, numberOf, scopeOfEndTags, type Traits } from './elements.ts'

/** The namespace of an element's content. */
type Vocabulary = 'html' | 'svg' | 'math'

/** Called when the element ends. */
export type OnEnd = () => void

/** Regions that collectors ask for with `isIn`. */
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
const noscript = numberOf('noscript')

/** Nesting depth of elements; browsers stop at 512 too. */
const maxDepth = 512

interface OpenElement {
  readonly traits: Traits
  /** Grows with every pushed element, so it orders the open ones. */
  readonly serial: number
  /** Serial of the nearest open element with the same name around it; 0 without one. */
  readonly outer: number
  readonly contains: Vocabulary
  onEnd: OnEnd[] | null
}

/**
 * The stack of open elements, simplified from 13.2.6 of the HTML Standard. As in browsers, elements deeper than
 * `maxDepth` are not kept. No method walks the stack except to pop it, so time is linear in the input.
 */
export class OpenElements {
  readonly #stack: OpenElement[] = []
  /** By number: the serial of the innermost open element of that name; 0 = none. */
  readonly #innermost = new Int32Array(knownCount)
  /** The same for names without a number; holds open elements only. */
  readonly #others = new Map<string, number>()
  #serial = 0
  #hiding = 0
  #templates = 0
  #unkept = 0

  /** Whether text here is inside an element whose text is not shown. */
  get isHidden(): boolean {
    return this.#hiding > 0
  }

  get isForeign(): boolean {
    const top = this.#stack.at(-1)
    return top !== undefined && top.contains !== 'html'
  }

  /** Same as `isIn('template')`, which is called for every tag. */
  get isInTemplate(): boolean {
    return this.#templates > 0
  }

  isIn(zone: Zone): boolean {
    return this.#innermost[zones[zone]] !== 0
  }

  /** Ends the elements that the start tag of `traits` implies, before the element is pushed. */
  makeRoom(traits: Traits): void {
    if (this.isForeign) this.breakOut(traits)
    else if (traits.ends !== null) {
      const outermost = this.#outermostOf(traits.ends, traits.shields)
      if (outermost > 0) this.#endAt(outermost, traits)
    }
  }

  /** Ends the svg and math around a tag that has no place in them (13.2.6.5). */
  breakOut(traits: Traits): void {
    while (traits.breaksOut && this.isForeign) this.#pop()
  }

  /**
   * Returns false when the element is too deep to be kept. Elements that hide text are kept a little deeper, so
   * that their text stays hidden.
   */
  push(traits: Traits): boolean {
    if (this.#stack.length >= maxDepth + (traits.hides ? 8 : 0)) {
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

  /** Registers `onEnd` for the innermost element. */
  whenEnded(onEnd: OnEnd): void {
    const top = this.#stack.at(-1)
    if (top === undefined) return
    if (top.onEnd) top.onEnd.push(onEnd)
    else top.onEnd = [onEnd]
  }

  /** Ends the innermost element, whose tag closed itself (foreign elements only). */
  endInnermost(): void {
    this.#pop()
  }

  /** Applies an end tag. Returns false when no such element was open; the tag is then ignored. */
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

  /** Ends all elements at the end of the document. */
  endAll(): void {
    while (this.#stack.length > 0) this.#pop()
  }

  /**
   * 13.2.4.2: the scope of an end tag ends at a cell, an object and the like; that of a table end tag does not. No end tag
   * reaches out of a noscript or is kept in one, since its content is text to a browser.
   */
  #isShielded({ number }: Traits, serial: number): boolean {
    if (number === noscript) return false
    if ((this.#innermost[noscript] ?? 0) > serial) return true
    if (number === table || scopeOfEndTags.includes(number)) return false
    return this.#innermostOf(scopeOfEndTags) > serial
  }

  #vocabularyWithin(name: string): Vocabulary {
    const around = this.#stack.at(-1)?.contains ?? 'html'
    if (around === 'html') return name === 'svg' || name === 'math' ? name : 'html'
    return (around === 'svg' ? htmlInSvg : htmlInMath).has(name) ? 'html' : around
  }

  /** Serial of the innermost open element of that name; 0 = none. */
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

  /** Serial of the outermost of the named elements inside the innermost shield; 0 = none. */
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

  /**
   * Special elements end what they contain. Others end alone, which has the same effect as the adoption agency
   * algorithm.
   */
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

  /** The removed element is the innermost of its name. */
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
