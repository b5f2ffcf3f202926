import { type Command, Interrupted, openContext } from './batch/command.ts'
import { crawl, sitemap } from './batch/commands/create-commands.ts'
import { report } from './batch/commands/report.ts'
import { results } from './batch/commands/results.ts'
import { share, shares, unshare } from './batch/commands/shares.ts'
import { cancel, list, pause, resume, start, status } from './batch/commands/stored-batches.ts'
import { submit } from './batch/commands/submit.ts'
import { OutputClosed, writeToOutput } from './batch/results/result-writer.ts'
import { UsageError } from './options.ts'
import { printable } from './printable.ts'

const USAGE = `npm run -s batch -- <command>
  submit <file|->   inspects the URLs of a file
  sitemap <url…>    inspects the pages of sitemaps
  crawl <url…>      inspects pages and the pages that they link to
  list              lists batches, newest first
  status <id…>      shows the status of batches; with --wait, the progress of one
  start <id…>       starts batches whose submission was interrupted
  pause <id…>, resume <id…>, cancel <id…>
  results <id>      writes the results as NDJSON or CSV
  report <id>       writes the report on the site as HTML, PDF, Markdown or JSON
  share <id>, shares <id>, unshare <id> <share>  shares the report by a link
npm run -s batch -- <command> --help explains a command. The service is at PAGEPROBE_URL (http://127.0.0.1:8080); the key
in PAGEPROBE_API_KEY needs the scope batch.`

const commands: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    submit,
    sitemap,
    crawl,
    list,
    status,
    start,
    pause,
    resume,
    cancel,
    results,
    report,
    share,
    shares,
    unshare,
  }),
)

/** Exit codes after a signal: 128 and its number. */
const signals = { SIGINT: 130, SIGTERM: 143 } as const

async function main([name, ...args]: readonly string[], signal: AbortSignal): Promise<number> {
  if (name === undefined || isHelp(name)) return print(USAGE)
  const command = commands.get(name)
  if (command === undefined) throw withHint(new UsageError([`There is no command ${name}`]), '')
  if (args.some(isHelp)) return print(command.usage)
  const run = parseCommand(command, name, args)
  const { context, close } = openContext(process, signal)
  try {
    return await run(context)
  } finally {
    context.display.end()
    await close()
  }
}

const isHelp = (word: string) => word === '--help' || word === '-h'

async function print(text: string): Promise<number> {
  await writeToOutput(process.stdout, `${text}\n`)
  return 0
}

function parseCommand(command: Command, name: string, args: readonly string[]): ReturnType<Command['parse']> {
  try {
    return command.parse(args)
  } catch (error) {
    throw error instanceof UsageError ? withHint(error, `${name} `) : error
  }
}

function withHint({ message }: UsageError, command: string): UsageError {
  return new UsageError([message, `npm run -s batch -- ${command}--help explains it`])
}

/** Prints why a command failed and returns its exit code. */
function exitCodeOf(error: unknown, signalExitCode: number | null): number {
  if (error instanceof OutputClosed) return 0
  const isPlainInterrupt = signalExitCode !== null && !(error instanceof Interrupted)
  process.stderr.write(`${isPlainInterrupt ? 'Interrupted' : printable((error as Error).message)}\n`)
  return signalExitCode ?? 1
}

const controller = new AbortController()
let signalExitCode: number | null = null
for (const [signal, code] of Object.entries(signals)) {
  // A second signal ends the process at once.
  process.once(signal, () => {
    signalExitCode = code
    controller.abort()
  })
}
// The command goes on when nobody reads its messages.
process.stderr.on('error', () => undefined)
process.stdout.on('error', () => undefined)
try {
  process.exitCode = await main(process.argv.slice(2), controller.signal)
} catch (error) {
  process.exitCode = exitCodeOf(error, signalExitCode)
}
