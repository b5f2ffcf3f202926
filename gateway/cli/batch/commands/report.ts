import { writeFile } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { UsageError } from '../../options.ts'
import { printable } from '../../printable.ts'
import { type ReportFormat, reportFormats } from '../client/batch-service.ts'
import { type Command, type CommandContext, unlessInterrupted } from '../command.ts'
import { readCommandLine } from '../command-line.ts'
import { fileError } from '../errors.ts'
import { writeToOutput } from '../results/result-writer.ts'
import { brandingOptions, brandingUsage, readBranding } from './branding.ts'

/** Formats by the ending of the file. */
const byEnding: Readonly<Record<string, ReportFormat>> = {
  '.html': 'html',
  '.htm': 'html',
  '.pdf': 'pdf',
  '.json': 'json',
  '.md': 'markdown',
}

export const report: Command = {
  usage: `npm run -s batch -- report <id> [--format html|pdf|json|markdown] [--compare <id>] [--severity <list>] [--output <file>]
  Writes the report on the site of a batch, to stdout or to a file: scores, issues of pages and of the site, how to fix them.
  While the batch runs the report is preliminary.
  --format html|pdf|json|markdown  by default what the ending of the file says, else markdown
  --compare <id>       an earlier batch: what is new, fixed and unchanged since
  --severity <list>    only issues of these severities: error, warning, info, separated by commas
${brandingUsage}
  --output <file>      write to this file
Examples
  npm run -s batch -- report <id> --output site.html
  npm run -s batch -- report <id> --output site.pdf --title "Audit of spring" --client "Example Ltd" --logo logo.svg
  npm run -s batch -- report <id> --severity error,warning
  npm run -s batch -- report <id> --compare <id of last month>`,
  parse(args) {
    const syntax = {
      texts: ['format', 'compare', 'severity', 'output', ...brandingOptions],
      maxPositionals: 1,
    }
    const line = readCommandLine(args, { ...syntax, positionalName: 'the id of a batch' })
    const [id = ''] = line.positionals
    const output = line.text('output')
    const format = reportFormat(line.text('format'), output)
    const compare = line.text('compare')
    const severity = line.text('severity')
    const query = { ...(compare !== null && { compare }), ...(severity !== null && { severity }) }
    const branding = readBranding(line)
    return async (context) => {
      await unlessInterrupted(context.signal, 'The report was not written', async () => {
        const names = await branding(context.folder)
        const bytes = await context.service.report(id, format, { ...query, ...names })
        if (output !== null) await writeReport(context, output, bytes)
        else await writeReportToOutput(context, format, bytes)
      })
      return 0
    }
  },
}

/** Throws a UsageError for a PDF on a terminal. */
async function writeReportToOutput(
  { stdout }: Pick<CommandContext, 'stdout'>,
  format: ReportFormat,
  bytes: Buffer,
): Promise<void> {
  if (!isTerminal(stdout)) return writeToOutput(stdout, bytes)
  if (format === 'pdf') throw new UsageError(['A terminal shows no PDF: name a file with --output'])
  return writeToOutput(stdout, printable(String(bytes)))
}

function isTerminal(stream: NodeJS.WritableStream & { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true
}

/** The format of a report: the one that is named, else that of the file. Throws a UsageError for an unknown one. */
export function reportFormat(named: string | null, output: string | null): ReportFormat {
  if (named === null) return byEnding[extname(output ?? '').toLowerCase()] ?? 'markdown'
  const found = reportFormats.find((known) => known === named)
  if (found === undefined)
    throw new UsageError([`--format must be one of ${reportFormats.join(', ')}, not "${named}"`])
  return found
}

/** Writes a report to a file. Throws a FileError. */
export async function writeReport(
  { folder, display }: Pick<CommandContext, 'folder' | 'display'>,
  output: string,
  bytes: Uint8Array,
): Promise<void> {
  const path = resolve(folder, output)
  try {
    await writeFile(path, bytes)
  } catch (error) {
    throw fileError('Cannot write to', path, error)
  }
  display.note(`The report is in ${path}`)
}
