import { DatabaseSync } from 'node:sqlite'
import type { SiteReaders, StoredSite } from './report-program.ts'
import { SiteReader } from './site-reader.ts'

/** The last site is kept this long for the next query, in milliseconds. */
const KEPT_MS = 30_000

/** Reads the file of a frontier, which has all batches. It is open, with the last site, until some time after the last query. */
export class SiteFile implements SiteReaders {
  #open: { readonly path: string; readonly reader: SiteReader } | null = null
  #closing: NodeJS.Timeout | undefined

  of({ source }: StoredSite): SiteReader {
    if (this.#open?.path !== source) {
      this.close()
      this.#open = { path: source, reader: openSiteReader(source) }
    }
    clearTimeout(this.#closing)
    this.#closing = setTimeout(() => this.close(), KEPT_MS).unref()
    return this.#open.reader
  }

  fresh(site: StoredSite): SiteReader {
    const reader = this.of(site)
    reader.forget()
    return reader
  }

  with<T>(site: StoredSite, work: (reader: SiteReader) => T): T {
    return work(this.of(site))
  }

  close(): void {
    this.#open?.reader.close()
    this.#open = null
  }
}

/** A reader of the file of a frontier, for the caller to close. */
export function openSiteReader(path: string): SiteReader {
  return new SiteReader(new DatabaseSync(path, { readOnly: true }))
}
