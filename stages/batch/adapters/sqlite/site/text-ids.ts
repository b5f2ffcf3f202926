import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'

/** Batches of which numbers are kept. */
const MAX_BATCHES = 16
/** Numbers that are kept of a batch, for the texts that its pages share, as its navigation. All are dropped when there are more. */
const MAX_KEPT = 10_000

interface NumberedText {
  readonly batch: number
  readonly text: string
  readonly id: number
}

/** The numbers of texts within their batch. Most are not looked up again. */
export class TextIds {
  readonly #find
  readonly #add
  readonly #kept = new LRUCache<number, Map<string, number>>({
    max: MAX_BATCHES,
    memoMethod: () => new Map(),
  })
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
    const kept = this.#kept.memo(batch)
    const known = kept.get(text)
    if (known !== undefined) return known
    const id = this.#lookUp(batch, text)
    if (kept.size === MAX_KEPT) kept.clear()
    kept.set(text, id)
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
