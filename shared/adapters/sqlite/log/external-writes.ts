import type { DatabaseSync } from 'node:sqlite'

/**
 * Tells when another connection, most likely of another process, wrote to the file: SQLite's `data_version` changes
 * then, and only then. Until the returned function is called; never keeps the process alive.
 */
export function watchExternalWrites(db: DatabaseSync, everyMs: number, onWrite: () => void): () => void {
  const version = db.prepare('PRAGMA data_version')
  let lastVersion = version.get()?.data_version

  function isChanged(): boolean {
    const before = lastVersion
    try {
      lastVersion = version.get()?.data_version
    } catch {
      // Whoever reads then meets the same trouble, and reports it.
      return true
    }
    return lastVersion !== before
  }

  const timer = setInterval(() => {
    if (isChanged()) onWrite()
  }, everyMs).unref()
  return () => clearInterval(timer)
}
