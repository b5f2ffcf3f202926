import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

/** Where a start tag begins, and where its content does. */
export interface TagPlace {
  readonly start: number
  readonly contentStart: number
}

const ignore = (): void => {}

/** Counts start tags as the scanner does, and stops at the last one that is asked for. */
class StartTags implements TokenizerCallbacks {
  readonly places = new Map<number, TagPlace>()
  readonly #wanted: ReadonlySet<number>
  readonly #last: number
  readonly #stop: () => void
  #order = 0
  #start = 0

  constructor(orders: readonly number[], stop: () => void) {
    this.#wanted = new Set(orders)
    this.#last = orders.at(-1) ?? 0
    this.#stop = stop
  }

  onopentagname(start: number): void {
    this.#start = start - 1
  }

  onopentagend(end: number): void {
    this.#order++
    if (this.#wanted.has(this.#order))
      this.places.set(this.#order, { start: this.#start, contentStart: end + 1 })
    if (this.#order >= this.#last) this.#stop()
  }

  onselfclosingtag(end: number): void {
    this.onopentagend(end)
  }

  onattribdata = ignore
  onattribentity = ignore
  onattribend = ignore
  onattribname = ignore
  oncdata = ignore
  onclosetag = ignore
  oncomment = ignore
  ondeclaration = ignore
  onend = ignore
  onprocessinginstruction = ignore
  ontext = ignore
  ontextentity = ignore
}

/** Where the start tags of these numbers (see `Tag.order`) stand in the text. `orders` are ascending. */
export function placesOf(text: string, orders: readonly number[]): ReadonlyMap<number, TagPlace> {
  if (orders.length === 0) return new Map()
  const tags: StartTags = new StartTags(orders, () => tokenizer.pause())
  const tokenizer = new Tokenizer({ decodeEntities: false }, tags)
  tokenizer.write(text)
  return tags.places
}
