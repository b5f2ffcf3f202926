import type { Command } from '../command.ts'
import { type CommandLine, type CommandSyntax, readCommandLine } from '../command-line.ts'
import { submitAndReport } from './submit-and-report.ts'

export const sitemap: Command = createCommand({
  usage: `npm run -s batch -- sitemap <url…> [--operation <name>] [--<parameter> <value> …] [--wait]
  Inspects the pages of sitemaps and of sitemap indexes. Prints only the id of the batch on stdout.
  --operation <name>   metadata (default), seo-audit, snapshot or performance
  --<parameter> <value> a parameter of the operation: --fields basic, --device mobile, --full-page
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
  --wait               show the progress until the batch has ended
  Exit code: 0, 1 when the command itself failed, 2 when a page was refused, 130 after Ctrl-C (the crawl goes on).
Examples
  npm run -s batch -- crawl https://example.com/ --max-pages 500 --wait
  npm run -s batch -- crawl https://example.com/docs/ --scope prefix --exclude '*/archive/*' --operation seo-audit`,
  positionalName: 'the URL of the page to start from',
  options: {
    texts: ['scope'],
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
        flags: ['wait'],
        hasParameters: true,
        positionalName,
        maxPositionals: Number.POSITIVE_INFINITY,
      })
      const about = { ...onlyGiven({ operation: line.text('operation') }), parameters: line.parameters }
      const batch = { ...about, ...sourceOf(line) }
      return (context) => submitAndReport(context, () => context.service.create(batch), line.has('wait'))
    },
  }
}

/** The options that were given; the service has its own defaults for the rest. */
function onlyGiven(options: Readonly<Record<string, string | number | readonly string[] | null>>) {
  const isGiven = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(options).filter(([, value]) => isGiven(value)))
}
