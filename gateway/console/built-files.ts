import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** A built file of the console, served below `/assets/`. Its name has a hash of its content. */
export interface ConsoleFile {
  readonly name: string
  readonly type: string
  readonly body: Buffer
}

/** The console: its page and the files that the page loads. */
export interface ConsoleFiles {
  readonly page: Buffer
  /** Entity tag of the page; weak, since the body may be sent compressed (RFC 9110, section 8.8.1). */
  readonly etag: string
  readonly files: readonly ConsoleFile[]
}

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  webp: 'image/webp',
}

/** Reads what the set-up step built into `folder`; null when it did not run. */
export function readConsoleFiles(folder: URL = new URL('built/', import.meta.url)): ConsoleFiles | null {
  const index = new URL('index.html', folder)
  if (!existsSync(index)) return null
  const page = readFileSync(index)
  const etag = `W/"${createHash('sha256').update(page).digest('base64url')}"`
  const assets = new URL('assets/', folder)
  const files = readdirSync(assets).map((name) => ({
    name,
    type: TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    body: readFileSync(new URL(name, assets)),
  }))
  return { page, etag, files }
}
