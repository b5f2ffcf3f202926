import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '#shared/adapters/sqlite/database.ts'
import { openBatchStore } from '#stages/batch/adapters/sqlite/batch-store.ts'
import { makeNotifier } from '#stages/batch/notifier.ts'
import { batchNamed, completionsOf, crawlRules, page } from '#test/contract/frontier/batch-scene.ts'
import { silentLog } from '#test/support/silent-log.ts'

/**
 * A program that works on a batch until it is killed: it adds, dispatches and completes pages, and each page
 * names one more. The arguments are the folder and the number of pages. It continues where the last process
 * was killed.
 */
const [folder = '', pages = '0'] = process.argv.slice(2)

const GROUP = 20
const database = openDatabase(join(folder, 'frontier.db'))
const { frontier } = await openBatchStore({
  database,
  folder,
  discover: (_, { parameters: { url } }) => ({
    items: url.includes('?') ? [] : [{ ...page(`${url}?next`), family: null }],
    done: [],
  }),
  window: 200,
  leaseMs: 3_600_000,
  perHost: 2,
  retentionMs: 3_600_000,
  reserve: 0,
  notifier: makeNotifier(),
  readValue: async () => null,
  logger: silentLog,
})

/** A batch that was killed before its start is removed step by step before another one can have its id. */
async function begin(): Promise<void> {
  const batch = batchNamed('a', { crawl: { ...crawlRules, maxPages: 1_000_000 } })
  while ((await frontier.create(batch).then(() => null, String)) !== null) await delay(20)
}

async function submit(): Promise<void> {
  await begin()
  process.stdout.write('begun\n')
  for (let first = 0; first < Number(pages); first += GROUP) {
    const urls = Array.from({ length: GROUP }, (_, index) => `http://h${index}.example/${first + index}`)
    await frontier.add(
      'a',
      urls.map((url) => page(url)),
    )
  }
  await frontier.start('a', false)
}

if ((await frontier.status('a')) === null) await submit()
process.stdout.write('launched\n')
for (let after: string | null = null; ; ) {
  const again = await frontier.inFlight(after, GROUP)
  const last = completionsOf(again).at(-1)
  if (last === undefined) break
  after = last.id
  await frontier.complete(completionsOf(again))
}
while ((await frontier.status('a'))?.state === 'running') {
  const dispatches = (await frontier.dispatch(GROUP)).dispatches
  process.stdout.write('released\n')
  const completions = completionsOf(dispatches)
  await frontier.complete([...completions, ...completions.slice(0, 3)])
  process.stdout.write('ended\n')
}
process.stdout.write('finished\n')
process.exit(0)
