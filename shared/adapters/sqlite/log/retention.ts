import { setTimeout as sleep } from 'node:timers/promises'
import type { AdapterLog } from '../../../log.ts'
import type { Database } from '../database.ts'
import type { LogTables } from './log-tables.ts'

export interface RetentionOptions {
  readonly database: Database
  readonly tables: LogTables
  readonly log: AdapterLog | undefined
  readonly retentionCheckMs: number
  readonly isWorkTopic: (topic: string) => boolean
  readonly consumedGraceMs: number
}

/** Small steps, so that no append waits long behind the removal. */
const STEP_RECORDS = 200
const STEP_INTERVAL_MS = 10

/**
 * Removes records whose retention is over, and records of work topics that all groups have consumed, until
 * the returned function is called. Does not keep the process alive. SQLite reuses the space for later
 * records.
 */
export function enforceRetention(options: RetentionOptions): () => void {
  let isStopped = false
  let timer = setTimeout(run, options.retentionCheckMs).unref()

  async function removeAll(): Promise<void> {
    for (const { name } of options.tables.topics.all()) {
      while (!isStopped && (await removeStep(name, options))) {
        await sleep(STEP_INTERVAL_MS, undefined, { ref: false })
      }
    }
  }

  function run(): void {
    removeAll()
      .catch((error) => {
        if (!isStopped)
          options.log?.warn({ error: String(error.cause ?? error) }, 'Old records cannot be removed')
      })
      .finally(() => {
        if (!isStopped) timer = setTimeout(run, options.retentionCheckMs).unref()
      })
  }

  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/** Removes up to `STEP_RECORDS` records; returns whether there may be more to remove. */
async function removeStep(name: string, options: RetentionOptions): Promise<boolean> {
  const { tables, database } = options
  const topic = tables.topics.read(name)
  const now = Date.now()
  const consumedEnd = options.isWorkTopic(name) ? tables.commits.consumedEnd(topic.id) : 0
  const end = tables.records.removableEnd(topic.id, STEP_RECORDS, (offset, timestamp) => {
    const age = now - timestamp
    return age > topic.retentionMs || (offset < consumedEnd && age > options.consumedGraceMs)
  })
  if (end === 0) return false
  await database.write(() => {
    // The next step goes by the specification that the topic got while this one waited for its turn to write.
    const isCurrent = tables.topics.read(name).retentionMs === topic.retentionMs
    if (isCurrent) tables.records.removeBefore(topic.id, end)
  })
  return true
}
