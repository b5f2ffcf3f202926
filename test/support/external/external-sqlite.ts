import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteEventLog } from '#shared/adapters/sqlite/log/event-log.ts'
import { type ExternalClient, type ExternalRecord, publicTopics } from './external-client.ts'

/** Reads and writes the embedded log of a service (running or not) from this process. */
export async function externalSqlite(dataFolder: string): Promise<ExternalClient> {
  const database = openDatabase(join(dataFolder, 'pageprobe.db'))
  const log = sqliteEventLog({ database })
  const records: ExternalRecord[] = []
  const subscription = await log.subscribe(`outside-${randomUUID()}`, publicTopics, {
    assigned: () => undefined,
    received: (page) => void records.push(...page),
  })
  return {
    records,
    async produce(topic, messages) {
      await log.append(
        messages.map(({ key = null, value, headers = {} }) => ({ topic, key, value, headers })),
      )
    },
    async close() {
      await subscription.close()
      await log.close()
      database.close()
    },
  }
}
