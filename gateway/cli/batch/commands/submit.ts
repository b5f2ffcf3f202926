import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command, CommandContext } from '../command.ts'
import { readCommandLine } from '../command-line.ts'
import { fileError } from '../errors.ts'
import { POLITENESS_USAGE, politenessOf, politenessOptions } from '../politeness-options.ts'
import { type Input, sendLines } from '../upload/send-lines.ts'
import { submitAndReport } from './submit-and-report.ts'

const USAGE = `npm run -s batch -- submit <file|-> [--operation <name>] [--<parameter> <value> …] [--wait]
  Submits a file of URLs, or standard input (-). Prints only the id of the batch on stdout.
  A line is a URL or a JSON object {"url": "…", <parameters>}, whose parameters override the options. The file is sent
  as it is read, at any size, in pieces of 10,000 lines; after a broken connection, or while the service is unavailable, it
  goes on for up to five minutes. Wrong lines are rejected by number, the others run once all are sent.
  --operation <name>   metadata (default), seo-audit, snapshot or performance
  --<parameter> <value> a parameter of the operation: --max-links 50, --fields basic,links, --full-page,
                       --viewport '{"width": 800, "height": 600}'
${POLITENESS_USAGE}
  --wait               show the progress until the batch has ended
  Exit code: 0, 1 when the command itself failed, 2 when lines were rejected, 130 after Ctrl-C (a submitted batch goes on;
  one whose lines are not all sent stays open and does not run).
Examples
  npm run -s batch -- submit urls.txt --fields basic --wait
  zcat urls.gz | npm run -s batch -- submit - --operation seo-audit --device desktop
  npm run -s batch -- submit requests.ndjson --operation snapshot --format png --full-page`

export const submit: Command = {
  usage: USAGE,
  parse(args) {
    const syntax = { texts: ['operation'], flags: ['wait'], hasParameters: true, maxPositionals: 1 }
    const line = readCommandLine(args, {
      ...syntax,
      numbers: politenessOptions,
      positionalName: 'the file to submit, or - for standard input',
    })
    const [file = '-'] = line.positionals
    const operation = line.text('operation')
    const query = {
      ...(operation !== null && { operation }),
      ...asTexts({ ...line.parameters, ...politenessOf(line) }),
    }
    return async (context) => {
      const input = await openInput(file, context)
      return submitAndReport(context, () => sendLines(context, query, input), line.has('wait'))
    }
  },
}

function asTexts(parameters: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(parameters).map(([name, value]) => {
    return [name, typeof value === 'string' ? value : JSON.stringify(value)]
  })
  return Object.fromEntries(texts)
}

/** Opens the file, so that an unreadable one is reported before anything is sent. */
async function openInput(file: string, { stdin, folder, display }: CommandContext): Promise<Input> {
  if (file === '-') {
    if (stdin().isTTY) display.note('Type one URL a line; Ctrl-D ends the list')
    return { stream: stdin(), total: null }
  }
  const path = resolve(folder, file)
  try {
    const handle = await open(path)
    const found = await handle.stat()
    if (found.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' })
    return {
      stream: readWithFileErrors(handle.createReadStream(), file),
      total: found.isFile() ? found.size : null,
    }
  } catch (error) {
    throw fileError('Cannot read', file, error)
  }
}

async function* readWithFileErrors(
  stream: AsyncIterable<Uint8Array>,
  file: string,
): AsyncIterable<Uint8Array> {
  try {
    yield* stream
  } catch (error) {
    throw fileError('Cannot read', file, error)
  }
}
