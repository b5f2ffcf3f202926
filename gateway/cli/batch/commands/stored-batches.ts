import { UsageError } from '../../options.ts'
import { printable } from '../../printable.ts'
import { type BatchPage, type BatchSummary, describeRejections } from '../client/batch-service.ts'
import type { Command, CommandContext, ExitCode } from '../command.ts'
import { type CommandLine, readCommandLine } from '../command-line.ts'
import { ServiceError } from '../errors.ts'
import { writeToOutput } from '../results/result-writer.ts'
import { formatStatus, formatSummary, waitNotices } from '../terminal/view.ts'
import { waitForBatch } from './submit-and-report.ts'

export const list: Command = {
  usage: `npm run -s batch -- list [--state open|running|paused|cancelled|finished] [--json]
  Lists the batches of the key and of its owner's other keys, newest first, a line each: id, state, pages done and failed
  of all, start. The service forgets a batch some days after its end (BATCH_RETENTION_DAYS).
  --state <state>  only batches in this state
  --json           a line of JSON each, as the service returns it
Examples
  npm run -s batch -- list --state running
  npm run -s batch -- list | head -1`,
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

export const status: Command = {
  usage: `npm run -s batch -- status <id…> [--json] [--wait]
  Shows the status of batches: a line each, why they are slow, and the rejected lines.
  --json  a line of JSON each, as the service returns it; a rejected line 0 is a sitemap or an entry of one
  --wait  show the progress of one batch until it has ended; exit codes as with submit --wait
Examples
  npm run -s batch -- status <id> --wait
  npm run -s batch -- status <id> --json`,
  parse(args) {
    const line = readCommandLine(args, {
      flags: ['json', 'wait'],
      positionalName: 'the id of a batch',
      maxPositionals: MANY,
    })
    if (!line.has('wait')) return (context) => forEachBatch(line, context, printStatus(line.has('json')))
    const [id = ''] = line.positionals
    if (line.positionals.length > 1 || line.has('json'))
      throw new UsageError(['--wait is for one batch, without --json'])
    return (context) => waitForBatch(context, id, 0)
  },
}

const indented = (text: string) => `  ${text}`

const printStatus =
  (isJson: boolean) =>
  async (id: string, { service, stdout }: CommandContext) => {
    const found = await service.status(id)
    const lines = isJson
      ? [JSON.stringify(found)]
      : [formatStatus(found), ...waitNotices(found).map(indented), ...describeRejections(found)].map(
          printable,
        )
    await writeToOutput(stdout, `${lines.join('\n')}\n`)
  }

export const start = change(
  'start',
  `npm run -s batch -- start <id…>
  Starts open batches with the lines that they have: those whose submission was interrupted.`,
)
export const pause = change(
  'pause',
  `npm run -s batch -- pause <id…>
  No more inspections of these batches start until they are resumed. Running ones end with results.`,
)
export const resume = change(
  'resume',
  `npm run -s batch -- resume <id…>
  Resumes paused batches.`,
)
export const cancel = change(
  'cancel',
  `npm run -s batch -- cancel <id…>
  Drops the waiting inspections of these batches. Running ones end with results; all results are kept.`,
)

function change(action: 'start' | 'pause' | 'resume' | 'cancel', usage: string): Command {
  async function apply(id: string, { service, display }: CommandContext): Promise<void> {
    display.note(formatStatus(await service.change(id, action)))
  }
  return {
    usage,
    parse(args) {
      const line = readCommandLine(args, { positionalName: 'the id of a batch', maxPositionals: MANY })
      return (context) => forEachBatch(line, context, apply)
    },
  }
}

const MANY = Number.POSITIVE_INFINITY

/** Runs `work` for each batch. An unknown batch does not stop the others; it makes the exit code 1. */
async function forEachBatch(
  { positionals }: CommandLine,
  context: CommandContext,
  work: (id: string, context: CommandContext) => Promise<void>,
): Promise<ExitCode> {
  let code: ExitCode = 0
  for (const id of positionals) {
    try {
      await work(id, context)
    } catch (error) {
      if (!(error instanceof ServiceError && error.status === 404)) throw error
      context.display.note(error.message)
      code = 1
    }
  }
  return code
}
