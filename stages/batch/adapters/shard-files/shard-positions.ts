import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** The next position of the intake in the file of a shard; 0 in a new one. */
export function intakePosition(db: DatabaseSync): number {
  const hasInputs = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'inputs'").get() !== undefined
  if (!hasInputs) return 0
  const row = db.prepare("SELECT next FROM inputs WHERE name = 'intake'").get()
  return (row?.next as number | undefined) ?? 0
}

/** The same of the file at the path, which nobody may have open. Null when there is none. Throws when it cannot be read. */
export function intakePositionAt(path: string): number | null {
  if (!existsSync(path)) return null
  const db = new DatabaseSync(path)
  try {
    return intakePosition(db)
  } finally {
    db.close()
  }
}
