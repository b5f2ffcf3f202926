import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'

/** Texts whose numbers are kept: those that pages of a site share, as its navigation. */
const MAX_KEPT = 20_000

interface NumberedText {
  readonly batch: number
  readonly text: string
  readonly id: number
}

/** The numbers of texts within their batch. Those that were used last are not looked up again. */
export class TextIds {
  readonly #find
  readonly #add
  readonly #kept = new LRUCache<string, number>({ max: MAX_KEPT })
  #lastAdded: NumberedText | null = null

  constructor(db: DatabaseSync) {
    this.#find = db.prepare('SELECT id FROM site_texts WHERE batch = ? AND text = ?')
    this.#add = db.prepare('INSERT INTO site_texts (batch, text) VALUES (?, ?) RETURNING id')
  }

  /** To be called at the beginning of a write: what an earlier one added is forgotten unless it was committed. */
  begin(): void {
    if (this.#lastAdded === null) return
    const { batch, text, id } = this.#lastAdded
    if (this.#find.get(batch, text)?.id !== id) this.#kept.clear()
    this.#lastAdded = null
  }

  /** The number of a text, which is added when it is new. */
  of(batch: number, text: string): number {
    const name = `${batch} ${text}`
    const id = this.#kept.get(name) ?? this.#lookUp(batch, text)
    this.#kept.set(name, id)
    return id
  }

  #lookUp(batch: number, text: string): number {
    const found = this.#find.get(batch, text)?.id
    if (found !== undefined) return found as number
    const id = this.#add.get(batch, text)?.id as number
    this.#lastAdded = { batch, text, id }
    return id
  }
}
