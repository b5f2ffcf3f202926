import type { Command, ExitCode, Surroundings } from './command.ts'
import { readCommandLine } from './command-line.ts'
import { writeOut } from './sink.ts'
import type { Page, Summary } from './status.ts'
import { listedOf } from './view.ts'

const USAGE = `npm run -s batch -- list [--state running|paused|cancelled|finished] [--json]
  Tells the batches of the key and of its owner's other keys, newest first, a line each: id, state, pages done and failed
  of all, since when. One that ended days ago (BATCH_RETENTION_DAYS of the service) is forgotten.
  --state <state>  only batches in this state
  --json           a line of JSON each, as the service gives it
Examples
  npm run -s batch -- list --state running
  npm run -s batch -- list | head -1`

export const list: Command = {
  usage: USAGE,
  read(args) {
    const line = readCommandLine(args, { texts: ['state'], flags: ['json'], words: 'nothing', most: 0 })
    const form = line.has('json') ? JSON.stringify : listedOf
    return (surroundings) => tellAll(line.text('state'), form, surroundings)
  },
}

async function tellAll(
  state: string | null,
  form: (batch: Summary) => string,
  { service, stdout }: Surroundings,
): Promise<ExitCode> {
  let after: string | null = null
  do {
    const page: Page = await service.page({ state, after })
    await writeOut(stdout, page.batches.map((batch) => `${form(batch)}\n`).join(''))
    after = page.next
  } while (after !== null)
  return 0
}
