import { UsageError } from '../../options.ts'
import { printable } from '../../printable.ts'
import { describeRejections } from '../client/batch-status.ts'
import { ServiceError } from '../client/service-error.ts'
import type { Command, CommandContext, ExitCode } from '../command.ts'
import { type CommandLine, readCommandLine } from '../command-line.ts'
import { writeToOutput } from '../results/result-writer.ts'
import { formatStatus } from '../terminal/view.ts'
import { waitForBatch } from './submit-and-report.ts'

export const status: Command = {
  usage: `npm run -s batch -- status <id…> [--json] [--wait]
  Says how batches stand: a line each, and the rejected lines.
  --json  a line of JSON each, as the service gives it; a rejected line 0 is a sitemap or an entry of one
  --wait  stay until the batch (one) has ended, and show how it goes; then as with submit --wait
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

const printStatus =
  (isJson: boolean) =>
  async (id: string, { service, stdout }: CommandContext) => {
    const found = await service.status(id)
    const lines = isJson
      ? [JSON.stringify(found)]
      : [formatStatus(found), ...describeRejections(found)].map(printable)
    await writeToOutput(stdout, `${lines.join('\n')}\n`)
  }

export const pause = change(
  'pause',
  `npm run -s batch -- pause <id…>
  Nothing more of these batches is begun until they are resumed; what runs ends, and its results come.`,
)
export const resume = change(
  'resume',
  `npm run -s batch -- resume <id…>
  Paused batches go on.`,
)
export const cancel = change(
  'cancel',
  `npm run -s batch -- cancel <id…>
  What waits of these batches is dropped; what runs ends, and the results there are stay.`,
)

function change(action: 'pause' | 'resume' | 'cancel', usage: string): Command {
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

/** One batch that is unknown does not keep the others from being asked for. */
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
