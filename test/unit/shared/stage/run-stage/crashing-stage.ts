import { folderObjectStore } from '#shared/adapters/folder/object-store.ts'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { sqliteEventLog } from '#shared/adapters/sqlite/log/event-log.ts'
import { sqliteResultStore } from '#shared/adapters/sqlite/store/result-store.ts'
import { resultOf, runToyStage } from '../toy-stage.ts'

/**
 * A process with a stage over the embedded log, for tests: work on an id that begins with `poison` ends the process, as a
 * defect of native code would. SIGTERM drains it.
 */
const [path = '', folder = '', workMs = '0'] = process.argv.slice(2)
const database = openDatabase(path)
const log = sqliteEventLog({ database })
const store = sqliteResultStore({ database })
const objects = folderObjectStore({ folder, expireDays: {} })
const consumer = await runToyStage({ log, events: log.reader, store, objects } as never, async (work) => {
  if (work.event.id.startsWith('poison')) process.kill(process.pid, 'SIGKILL')
  await new Promise((resolve) => setTimeout(resolve, Number(workMs)))
  return resultOf(work, '1')
})
process.on('SIGTERM', async () => {
  await consumer.drain(0)
  process.exit(0)
})
process.stdout.write('up\n')
setInterval(() => {}, 1000)
