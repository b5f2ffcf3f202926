import { UsageError } from '../options.ts'
import { printable } from '../printable.ts'
import type { Command, ExitCode, Surroundings } from './command.ts'
import { type CommandLine, readCommandLine } from './command-line.ts'
import { ServiceError } from './service-error.ts'
import { writeOut } from './sink.ts'
import { rejections } from './status.ts'
import { waitFor } from './submission.ts'
import { stateOf } from './view.ts'

export const status: Command = {
  usage: `npm run -s batch -- status <id…> [--json] [--wait]
  Says how batches stand: a line each, and the rejected lines.
  --json  a line of JSON each, as the service gives it; a rejected line 0 is a sitemap or an entry of one
  --wait  stay until the batch (one) has ended, and show how it goes; then as with submit --wait
Examples
  npm run -s batch -- status <id> --wait
  npm run -s batch -- status <id> --json`,
  read(args) {
    const line = readCommandLine(args, { flags: ['json', 'wait'], words: 'the id of a batch', most: MANY })
    if (!line.has('wait')) return (surroundings) => forEach(line, surroundings, tellStatus(line.has('json')))
    const [id = ''] = line.words
    if (line.words.length > 1 || line.has('json'))
      throw new UsageError(['--wait is for one batch, without --json'])
    return (surroundings) => waitFor(surroundings, id, 0)
  },
}

const tellStatus =
  (isJson: boolean) =>
  async (id: string, { service, stdout }: Surroundings) => {
    const found = await service.status(id)
    const lines = isJson ? [JSON.stringify(found)] : [stateOf(found), ...rejections(found)].map(printable)
    await writeOut(stdout, `${lines.join('\n')}\n`)
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

function change(what: 'pause' | 'resume' | 'cancel', usage: string): Command {
  async function apply(id: string, { service, display }: Surroundings): Promise<void> {
    display.note(stateOf(await service.change(id, what)))
  }
  return {
    usage,
    read(args) {
      const line = readCommandLine(args, { words: 'the id of a batch', most: MANY })
      return (surroundings) => forEach(line, surroundings, apply)
    },
  }
}

const MANY = Number.POSITIVE_INFINITY

/** One batch that is unknown does not keep the others from being asked for. */
async function forEach(
  { words }: CommandLine,
  surroundings: Surroundings,
  work: (id: string, surroundings: Surroundings) => Promise<void>,
): Promise<ExitCode> {
  let code: ExitCode = 0
  for (const id of words) {
    try {
      await work(id, surroundings)
    } catch (error) {
      if (!(error instanceof ServiceError && error.status === 404)) throw error
      surroundings.display.note(error.message)
      code = 1
    }
  }
  return code
}
