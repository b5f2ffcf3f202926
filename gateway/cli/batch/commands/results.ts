import { resolve } from 'node:path'
import { UsageError } from '../../options.ts'
import { type Command, type CommandContext, unlessInterrupted } from '../command.ts'
import { readCommandLine } from '../command-line.ts'
import { downloadLines } from '../results/download.ts'
import { openResultFile } from '../results/result-file.ts'
import { type Format, formats, type ResultWriter, streamWriter } from '../results/result-writer.ts'

const USAGE = `npm run -s batch -- results <id> [--format ndjson|csv] [--follow] [--after <n>] [--output <file>]
  Writes the results of a batch in the order of completion, to stdout or to a file.
  --format ndjson|csv  ndjson (default): {"n", "id", "operation", "parameters", "url", "result"} a line, or, for
                       a failure, "code", "status", "message", "details", "stage" in place of "result".
                       csv (RFC 4180): n, id, url, status, code, message, stage, depth, from, then the main values of the
                       operation's result, named by their path; objects and lists as JSON, line breaks as spaces; a
                       text that begins with = + - @ has a leading apostrophe, so that spreadsheets do not run it
  --follow             wait for results until the batch has ended
  --after <n>          only results whose number is larger
  --output <file>      write to this file; if it has results of this batch, continue after its last whole line
  A broken connection is resumed. The command ends when its output is closed (| head).
  Exit code: 0, 1 when the command itself failed, 130 after Ctrl-C.
Examples
  npm run -s batch -- results <id> --follow | jq -r 'select(.code) | .url'
  npm run -s batch -- results <id> --format csv --output audit.csv --follow`

export const results: Command = {
  usage: USAGE,
  parse(args) {
    const syntax = { texts: ['format', 'output'], numbers: ['after'], flags: ['follow'], maxPositionals: 1 }
    const line = readCommandLine(args, { ...syntax, positionalName: 'the id of a batch' })
    const [id = ''] = line.positionals
    const format = readFormat(line.text('format') ?? 'ndjson')
    const [after, output] = [line.number('after') ?? 0, line.text('output')]
    return async (context) => {
      const path = output === null ? null : resolve(context.folder, output)
      const open = async () =>
        path === null
          ? streamWriter(context.stdout, format, after)
          : await openResultFile({ path, format, batch: id, after })
      const resumeHint = path === null ? '' : '. The same command continues the file'
      await unlessInterrupted(context.signal, `Not all results were written${resumeHint}`, () =>
        writeResults(id, open, line.has('follow'), context),
      )
      return 0
    }
  },
}

function readFormat(text: string): Format {
  const found = formats.find((known) => known === text)
  if (found === undefined)
    throw new UsageError([`--format must be one of ${formats.join(', ')}, not "${text}"`])
  return found
}

/** Opens no file for a batch that does not exist. */
async function writeResults(
  id: string,
  open: () => Promise<ResultWriter>,
  isFollowing: boolean,
  context: CommandContext,
): Promise<void> {
  await context.service.status(id)
  const writer = await open()
  try {
    const download = { ...context, id, after: writer.after, isFollowing }
    for await (const lines of downloadLines(download)) await writer.write(lines)
  } finally {
    await writer.close()
  }
}
