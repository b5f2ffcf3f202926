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
  /** Those of the batch that was asked for last: a page asks for hundreds. */
  #current: { readonly batch: number; readonly kept: Map<string, number> } | null = null
  #lastAdded: NumberedText | null = null

  constructor(db: DatabaseSync) {
    this.#find = db.prepare('SELECT id FROM site_texts WHERE batch = ? AND text = ?')
    this.#add = db.prepare('INSERT INTO site_texts (batch, text) VALUES (?, ?) ON CONFLICT DO NOTHING')
  }

  /** To be called at the beginning of a write: what an earlier one added is forgotten unless it was committed. */
  begin(): void {
    if (this.#lastAdded === null) return
    const { batch, text, id } = this.#lastAdded
    if (this.#stored(batch, text) !== id) this.#forget()
    this.#lastAdded = null
  }

  /** The number of a text, which is added when it is new. */
  of(batch: number, text: string): number {
    const kept = this.#keptOf(batch)
    const known = kept.get(text)
    if (known !== undefined) return known
    const id = (this.#stored(batch, text) ?? this.#added(batch, text)) as number
    if (kept.size === MAX_KEPT) kept.clear()
    kept.set(text, id)
    return id
  }

  /** The same of a text that hardly any other page has, such as a title: it is not kept. */
  ofOwn(batch: number, text: string): number {
    return (this.#added(batch, text) ?? this.#stored(batch, text)) as number
  }

  #keptOf(batch: number): Map<string, number> {
    if (this.#current?.batch !== batch) this.#current = { batch, kept: this.#kept.memo(batch) }
    return this.#current.kept
  }

  #forget(): void {
    this.#kept.clear()
    this.#current = null
  }

  #stored(batch: number, text: string): number | null {
    return (this.#find.get(batch, text)?.id as number | undefined) ?? null
  }

  /** Null for a text that is stored. */
  #added(batch: number, text: string): number | null {
    const { changes, lastInsertRowid } = this.#add.run(batch, text)
    if (changes === 0) return null
    const id = Number(lastInsertRowid)
    this.#lastAdded = { batch, text, id }
    return id
  }
}
