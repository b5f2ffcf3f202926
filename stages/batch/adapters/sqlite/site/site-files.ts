import { statSync } from 'node:fs'
import { SiteReader } from './site-reader.ts'

/** The last site is kept this long for the next query, in milliseconds, and so is its file. */
const KEPT_MS = 30_000

interface OpenFile {
  readonly path: string
  /** Which file it is: another one may take its place. */
  readonly identity: string
  readonly reader: SiteReader
}

/**
 * The reader of the file that was asked for last. Others are opened when they are needed: the files of a process's shards come
 * and go, and a site takes much memory.
 */
export class SiteFiles {
  #open: OpenFile | null = null
  #closing: NodeJS.Timeout | undefined

  /** The reader of a file. It is closed with the next call for another file, or some time after the last one. */
  of(path: string): SiteReader {
    const identity = identityOf(path)
    if (this.#open?.path !== path || this.#open.identity !== identity) {
      this.close()
      this.#open = { path, identity, reader: new SiteReader(path) }
    }
    clearTimeout(this.#closing)
    this.#closing = setTimeout(() => this.close(), KEPT_MS).unref()
    return this.#open.reader
  }

  /** Does work with the reader of a file besides that of `of`. */
  with<T>(path: string, work: (reader: SiteReader) => T): T {
    if (this.#open?.path === path) return work(this.#open.reader)
    const reader = new SiteReader(path)
    try {
      return work(reader)
    } finally {
      reader.close()
    }
  }

  close(): void {
    this.#open?.reader.close()
    this.#open = null
  }
}

function identityOf(path: string): string {
  const { dev, ino } = statSync(path)
  return `${dev} ${ino}`
}
