import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteEventLog } from '#shared/adapters/sqlite/log/event-log.ts'

/**
 * Run by tests as a second process on the same file. `once` appends one record and exits. `work` appends,
 * reads and commits until it is killed, and prints each number once it is appended and committed.
 */
const [path = '', topic = '', task = ''] = process.argv.slice(2)
const log = sqliteEventLog({ database: openDatabase(path) })

if (task === 'once') {
  await log.append([{ topic, key: 'k', value: 'from elsewhere', headers: {} }])
  process.exit(0)
}
const subscription = await log.subscribe('group', [topic], { assigned() {}, received() {} })
for (let n = 1; ; n++) {
  await log.append([{ topic, key: 'k', value: String(n), headers: {} }])
  await subscription.commit([{ topic, partition: 0, offset: n, metadata: `after ${n}` }])
  process.stdout.write(`${n}\n`)
}
