import type { DatabaseSync } from 'node:sqlite'
import type { SiteReaders, StoredSite } from '../../sqlite/site/report-program.ts'
import { SiteReader } from '../../sqlite/site/site-reader.ts'
import type { Postgres } from '../connection/postgres.ts'
import { completeCopy, copySite, copySurroundings, findSite, type SiteRow } from './copy-site.ts'

/** The last copy is kept this long for the next query, in milliseconds. */
const KEPT_MS = 30_000

/** What a database has of a batch, as it was when it was copied. */
interface SiteCopy extends StoredSite {
  readonly row: SiteRow
  readonly db: DatabaseSync
  readonly reader: SiteReader
}

/** Reads sites from copies of what a database has of them: the one that was asked for last, and others while they are needed. */
export class SiteCopies implements SiteReaders {
  readonly #open: (url: string) => Postgres
  #postgres: { readonly url: string; readonly postgres: Postgres } | null = null
  #last: SiteCopy | null = null
  #closing: NodeJS.Timeout | undefined

  /** `open`: opens a database by its URL. */
  constructor(open: (url: string) => Postgres) {
    this.#open = open
  }

  async of(site: StoredSite, version: string | null = null): Promise<SiteReader | null> {
    return this.#keeping(async () => (await this.#current(site, version))?.reader ?? null)
  }

  async fresh(site: StoredSite): Promise<SiteReader | null> {
    return this.#keeping(async () => {
      const copy = await this.#current(site, null)
      if (copy === null) return null
      try {
        await this.#postgresOf(site).transaction((session) =>
          copySurroundings(session, copy.db, copy.row.num),
        )
      } catch (error) {
        this.#forget()
        throw error
      }
      copy.reader.forget()
      return copy.reader
    })
  }

  async with<T>(site: StoredSite, work: (reader: SiteReader) => T): Promise<T | null> {
    return this.#keeping(async () => {
      if (isOf(this.#last, site)) return work(this.#last.reader)
      const copy = await this.#copy(site)
      if (copy === null) return null
      try {
        return work(copy.reader)
      } finally {
        copy.reader.close()
      }
    })
  }

  async close(): Promise<void> {
    clearTimeout(this.#closing)
    this.#forget()
    await this.#postgres?.postgres.close()
    this.#postgres = null
  }

  /** The last copy where it is one of the batch as it is now, or as it was in that version; else a new one. */
  async #current(site: StoredSite, version: string | null): Promise<SiteCopy | null> {
    const last = isOf(this.#last, site) ? this.#last : null
    if (last !== null && last.row.version === version) return last
    if (last !== null && isSame(last.row, await findSite(this.#postgresOf(site), site.id))) return last
    this.#forget() // Two copies at a time would take twice the room.
    this.#last = await this.#copy(site)
    return this.#last
  }

  async #copy(site: StoredSite): Promise<SiteCopy | null> {
    const copied = await this.#postgresOf(site).transaction((session) => copySite(session, site.id))
    if (copied === null) return null
    completeCopy(copied.db)
    return { ...site, ...copied, reader: new SiteReader(copied.db) }
  }

  #postgresOf({ source: url }: StoredSite): Postgres {
    if (this.#postgres?.url !== url) this.#postgres = { url, postgres: this.#open(url) }
    return this.#postgres.postgres
  }

  /** Does work, however long it takes, and keeps the last copy for some time after it. */
  async #keeping<T>(work: () => Promise<T>): Promise<T> {
    clearTimeout(this.#closing)
    try {
      return await work()
    } finally {
      this.#closing = setTimeout(() => void this.close(), KEPT_MS).unref()
    }
  }

  #forget(): void {
    this.#last?.reader.close()
    this.#last = null
  }
}

function isOf(copy: SiteCopy | null, { source, id }: StoredSite): copy is SiteCopy {
  return copy !== null && copy.source === source && copy.id === id
}

function isSame(copied: SiteRow, now: SiteRow | null): boolean {
  return now !== null && copied.version === now.version && copied.state === now.state
}
