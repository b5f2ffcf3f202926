import type { DatabaseSync } from 'node:sqlite'

/**
 * Calls `onWrite` after another connection, usually of another process, has written to the file: only then
 * does SQLite's `data_version` change. Stops when the returned function is called; does not keep the process
 * alive.
 */
export function watchExternalWrites(db: DatabaseSync, everyMs: number, onWrite: () => void): () => void {
  const version = db.prepare('PRAGMA data_version')
  let lastVersion = version.get()?.data_version

  function isChanged(): boolean {
    const before = lastVersion
    try {
      lastVersion = version.get()?.data_version
    } catch {
      // The next read fails in the same way and reports it.
      return true
    }
    return lastVersion !== before
  }

  const timer = setInterval(() => {
    if (isChanged()) onWrite()
  }, everyMs).unref()
  return () => clearInterval(timer)
}
