import type { BatchPage, BatchSummary } from '../client/batch-status.ts'
import type { Command, CommandContext, ExitCode } from '../command.ts'
import { readCommandLine } from '../command-line.ts'
import { writeToOutput } from '../results/result-writer.ts'
import { formatSummary } from '../terminal/view.ts'

const USAGE = `npm run -s batch -- list [--state running|paused|cancelled|finished] [--json]
  Lists the batches of the key and of its owner's other keys, newest first, a line each: id, state, pages done and failed
  of all, start. The service forgets a batch some days after its end (BATCH_RETENTION_DAYS).
  --state <state>  only batches in this state
  --json           a line of JSON each, as the service returns it
Examples
  npm run -s batch -- list --state running
  npm run -s batch -- list | head -1`

export const list: Command = {
  usage: USAGE,
  parse(args) {
    const line = readCommandLine(args, {
      texts: ['state'],
      flags: ['json'],
      positionalName: 'nothing',
      maxPositionals: 0,
    })
    const format = line.has('json') ? JSON.stringify : formatSummary
    return (context) => printAll(line.text('state'), format, context)
  },
}

async function printAll(
  state: string | null,
  format: (batch: BatchSummary) => string,
  { service, stdout }: CommandContext,
): Promise<ExitCode> {
  let after: string | null = null
  do {
    const page: BatchPage = await service.page({ state, after })
    await writeToOutput(stdout, page.batches.map((batch) => `${format(batch)}\n`).join(''))
    after = page.next
  } while (after !== null)
  return 0
}
