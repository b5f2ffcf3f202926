import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'

/**
 * Run by tests as a second process on the same file. `count <times>` increments `count:n` that often and
 * exits. `write` sets `written:1`, `written:2`, … until it is killed, and prints each number once it is
 * stored.
 */
const [path = '', task = '', times = ''] = process.argv.slice(2)
const store = sqliteResultStore({ database: openDatabase(path) })

if (task === 'count') {
  for (let n = 0; n < Number(times); n++) await store.increment('count:n', 1, 60)
} else {
  for (let n = 1; ; n++) {
    await store.set(`written:${n}`, `value ${n}`, 60)
    process.stdout.write(`${n}\n`)
  }
}
process.exit(0)
