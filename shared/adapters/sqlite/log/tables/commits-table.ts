import type { DatabaseSync } from 'node:sqlite'

export interface Commit {
  readonly offset: number
  readonly metadata: string
}

/** Statements on `log_commits`. */
export interface Commits {
  get(group: string, topicId: number): Commit | null
  /** Must run within a write. */
  set(group: string, topicId: number, commit: Commit): void
  /** The offset below which all groups of the topic have consumed; 0 if the topic has no group. */
  consumedEnd(topicId: number): number
}

/** Prepares the statements. The table must exist. */
export function commitsTable(db: DatabaseSync): Commits {
  const select = db.prepare(
    'SELECT next_offset AS "offset", metadata FROM log_commits WHERE group_name = ? AND topic_id = ?',
  )
  const upsert = db.prepare(`
    INSERT INTO log_commits (group_name, topic_id, next_offset, metadata) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET next_offset = excluded.next_offset, metadata = excluded.metadata`)
  const selectLowest = db.prepare('SELECT min(next_offset) AS passed FROM log_commits WHERE topic_id = ?')

  return {
    get: (group, topicId) => (select.get(group, topicId) as unknown as Commit | undefined) ?? null,
    set: (group, topicId, { offset, metadata }) => void upsert.run(group, topicId, offset, metadata),
    consumedEnd: (topicId) => (selectLowest.get(topicId) as { passed: number | null }).passed ?? 0,
  }
}
