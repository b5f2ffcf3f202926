import { setTimeout as sleep } from 'node:timers/promises'
import type { AdapterLog } from '../adapter-log.ts'
import type { Database } from '../sqlite.ts'
import type { LogTables } from './tables.ts'
import type { Topic } from './topics.ts'

export interface CleaningOptions {
  readonly database: Database
  readonly tables: LogTables
  readonly log: AdapterLog | undefined
  readonly cleanEveryMs: number
  readonly isWorkTopic: (topic: string) => boolean
  readonly passedGraceMs: number
}

/** Small steps, so that no append ever waits long behind the cleaning. */
const STEP_RECORDS = 200
const BETWEEN_STEPS_MS = 10

/**
 * Removes records that are over their topic's retention, and those of work topics that all groups have passed, until
 * the returned function is called; never keeps the process alive. SQLite reuses their space for new ones.
 */
export function keepClean(options: CleaningOptions): () => void {
  let isStopped = false
  let timer = setTimeout(run, options.cleanEveryMs).unref()

  async function cleanAll(): Promise<void> {
    for (const topic of options.tables.topics.all()) {
      while (!isStopped && (await cleanStep(topic, options))) {
        await sleep(BETWEEN_STEPS_MS, undefined, { ref: false })
      }
    }
  }

  function run(): void {
    cleanAll()
      .catch((error) => {
        if (!isStopped)
          options.log?.warn({ error: String(error.cause ?? error) }, 'Old records can not be removed')
      })
      .finally(() => {
        if (!isStopped) timer = setTimeout(run, options.cleanEveryMs).unref()
      })
  }

  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/** Answers whether there was something to remove. */
async function cleanStep(topic: Topic, options: CleaningOptions): Promise<boolean> {
  const { tables, database } = options
  const now = Date.now()
  const passed = options.isWorkTopic(topic.name) ? tables.commits.passed(topic.id) : 0
  const end = tables.records.removableEnd(topic.id, STEP_RECORDS, (offset, timestamp) => {
    const age = now - timestamp
    return age > topic.retentionMs || (offset < passed && age > options.passedGraceMs)
  })
  if (end > 0) await database.write(() => tables.records.removeBefore(topic.id, end))
  return end > 0
}
