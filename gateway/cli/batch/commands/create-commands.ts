import { UsageError } from '../../options.ts'
import type { Command, CommandContext } from '../command.ts'
import { type CommandLine, type CommandSyntax, readCommandLine } from '../command-line.ts'
import { POLITENESS_USAGE, politenessOf, politenessOptions } from '../politeness-options.ts'
import { reportFormat, writeReport } from './report.ts'
import { submitAndReport } from './submit-and-report.ts'

export const sitemap: Command = createCommand({
  usage: `npm run -s batch -- sitemap <url…> [--operation <name>] [--<parameter> <value> …] [--wait]
  Inspects the pages of sitemaps and of sitemap indexes. Prints only the id of the batch on stdout.
  --operation <name>   metadata (default), seo-audit, snapshot or performance
  --<parameter> <value> a parameter of the operation: --fields basic, --device mobile, --full-page
${POLITENESS_USAGE}
  --wait               show the progress until the batch has ended
  Exit code: 0, 1 when the command itself failed, 2 when entries were rejected, 130 after Ctrl-C (the batch goes on).
Example
  npm run -s batch -- sitemap https://example.com/sitemap.xml --operation seo-audit --wait`,
  positionalName: 'the URL of the sitemap',
  sourceOf: ({ positionals }) => ({ sitemaps: positionals }),
})

export const crawl: Command = createCommand({
  usage: `npm run -s batch -- crawl <url…> [--operation <name>] [--<parameter> <value> …] [limits] [--wait]
  Inspects these pages and the pages that they link to. Prints only the id of the batch on stdout.
  --scope host|domain|prefix  follow links to the host of a start page (default), to its registrable domain, or to its
                       folder and below
  --max-pages <n>, --max-depth <n>, --max-minutes <n>
                       limits: number of pages, links away from a start page (0 = only the start pages), duration
  --include <pattern>, --exclude <pattern>
                       URL patterns; may be repeated. With --include, one of them must match; --exclude wins.
                       * matches any characters, every other character itself. A pattern that begins with / is
                       compared with path and query, any other pattern with the whole URL
  --operation <name>   metadata (default; the results always have the groups basic, links, http and indexability),
                       seo-audit, snapshot or performance
  --<parameter> <value> a parameter of the operation: --fields og, --device mobile, --full-page
${POLITENESS_USAGE}
  --wait               show the progress until the batch has ended
  --report <file>      with --wait: then write the report on the site, by the ending .html, .md or .json
  Exit code: 0, 1 when the command itself failed, 2 when a page was refused, 130 after Ctrl-C (the crawl goes on).
Examples
  npm run -s batch -- crawl https://example.com/ --max-pages 500 --wait --report site.html
  npm run -s batch -- crawl https://example.com/docs/ --scope prefix --exclude '*/archive/*' --operation seo-audit`,
  positionalName: 'the URL of the page to start from',
  options: {
    texts: ['scope', 'report'],
    numbers: ['max-pages', 'max-depth', 'max-minutes'],
    lists: ['include', 'exclude'],
  },
  sourceOf: (line) => ({
    urls: line.positionals,
    crawl: onlyGiven({
      scope: line.text('scope'),
      max_pages: line.number('max-pages'),
      max_depth: line.number('max-depth'),
      max_minutes: line.number('max-minutes'),
      include: line.list('include'),
      exclude: line.list('exclude'),
    }),
  }),
})

interface CreateCommand {
  readonly usage: string
  readonly positionalName: string
  /** Options of this command alone. */
  readonly options?: Pick<CommandSyntax, 'texts' | 'numbers' | 'lists'>
  /** The part of the batch that says which pages it has. */
  sourceOf(line: CommandLine): Readonly<Record<string, unknown>>
}

/** A command that creates a batch whose pages the service finds. */
function createCommand({ usage, positionalName, options = {}, sourceOf }: CreateCommand): Command {
  return {
    usage,
    parse(args) {
      const line = readCommandLine(args, {
        ...options,
        texts: ['operation', ...(options.texts ?? [])],
        numbers: [...politenessOptions, ...(options.numbers ?? [])],
        flags: ['wait'],
        hasParameters: true,
        positionalName,
        maxPositionals: Number.POSITIVE_INFINITY,
      })
      const about = { ...onlyGiven({ operation: line.text('operation') }), parameters: line.parameters }
      const batch = { ...about, ...politenessOf(line), ...sourceOf(line) }
      const isWaiting = line.has('wait')
      const file = reportFile(line)
      return (context) => {
        const then = file === null ? undefined : (id: string) => fetchReport(context, id, file)
        return submitAndReport(context, () => context.service.create(batch), isWaiting, then)
      }
    },
  }
}

/** The options that were given; the service has its own defaults for the rest. */
function onlyGiven(options: Readonly<Record<string, string | number | readonly string[] | null>>) {
  const isGiven = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(options).filter(([, value]) => isGiven(value)))
}

/** The file of `--report`; null without. */
function reportFile(line: CommandLine): string | null {
  const file = line.text('report')
  if (file !== null && !line.has('wait')) throw new UsageError(['--report needs --wait'])
  return file
}

/** Time between two looks whether links to other sites and sitemaps have been checked, in milliseconds, and how many. */
const POLL_MS = 1000
const MAX_POLLS = 300

/** Writes the report of a batch that has ended, when it is complete. */
async function fetchReport(context: CommandContext, id: string, file: string): Promise<void> {
  const { service, display, pause } = context
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    const { complete } = JSON.parse(String(await service.report(id, 'json'))) as { complete?: boolean }
    if (complete === true) break
    if (polls === 0) display.note('Checking sitemaps and links to other sites …')
    await pause(POLL_MS)
  }
  await writeReport(context, file, await service.report(id, reportFormat(null, file)))
}
