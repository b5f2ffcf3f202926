import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderObjectStore } from '#shared/adapters/folder/object-store.ts'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteEventLog } from '#shared/adapters/sqlite/log/event-log.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import { topicSpecs } from '#shared/messages/topic-specs.ts'
import type { EventLog, EventReader, LogRecord } from '#shared/ports/event-log.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'

/** The embedded adapters with every topic: nothing of them is left after `close`. */
export interface Embedded {
  readonly log: EventLog
  readonly events: EventReader
  readonly store: ResultStore
  readonly objects: ObjectStore
  /** All records of the topics from the beginning; grows as more are appended. */
  watch(...topics: string[]): Promise<readonly LogRecord[]>
  close(): Promise<void>
}

const HOUR_MS = 3_600_000

export async function openEmbedded(): Promise<Embedded> {
  const folder = mkdtempSync(join(tmpdir(), 'pageprobe-'))
  const database = openDatabase(':memory:')
  const log = sqliteEventLog({ database })
  const store = sqliteResultStore({ database })
  const objects = folderObjectStore({ folder, expireDays: {} })
  await log.createTopics(topicSpecs(HOUR_MS))
  return {
    log,
    events: log.reader,
    store,
    objects,
    async watch(...topics) {
      const seen: LogRecord[] = []
      await log.subscribe(randomUUID(), topics, {
        assigned() {},
        received: (records) => void seen.push(...records),
      })
      return seen
    },
    async close() {
      await Promise.all([log.close(), store.close(), objects.close()])
      database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
