import type { Command } from '../command.ts'
import { readCommandLine } from '../command-line.ts'
import { submitAndReport } from './submit-and-report.ts'

const USAGE = `npm run -s batch -- sitemap <url…> [--operation <name>] [--<parameter> <value> …] [--wait]
  Inspects the pages of sitemaps and of sitemap indexes. Prints only the id of the batch on stdout.
  --operation <name>   metadata (default), seo-audit, snapshot or performance
  --<parameter> <value> a parameter of the operation: --fields basic, --device mobile, --full-page
  --wait               show the progress until the batch has ended
  Exit code: 0, 1 when the command itself failed, 2 when entries were rejected, 130 after Ctrl-C (the batch goes on).
Example
  npm run -s batch -- sitemap https://example.com/sitemap.xml --operation seo-audit --wait`

export const sitemap: Command = {
  usage: USAGE,
  parse(args) {
    const line = readCommandLine(args, {
      texts: ['operation'],
      flags: ['wait'],
      hasParameters: true,
      positionalName: 'the URL of the sitemap',
      maxPositionals: Number.POSITIVE_INFINITY,
    })
    const operation = line.text('operation')
    const batch = {
      ...(operation !== null && { operation }),
      parameters: line.parameters,
      sitemaps: line.positionals,
    }
    return (context) => submitAndReport(context, () => context.service.create(batch), line.has('wait'))
  },
}
