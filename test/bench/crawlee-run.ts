import { CheerioCrawler, Configuration, log } from '@crawlee/cheerio'
import { pageUrls } from './batch-pages.ts'
import { measureRun } from './run-metrics.ts'

/**
 * The same pages by CheerioCrawler in this process alone: without log, sessions and robots.txt (500 requests less),
 * with the retries and the concurrency of the service. Extracts the group `basic`. Nothing outlives the process,
 * unless the last argument is a folder: then the queue and the results are kept there, as is the default, and as the
 * service keeps them. Prints one line of JSON.
 */
const [pages = 0, hosts = 1, port = 0] = process.argv.slice(2, 5).map(Number)
const folder = process.argv[5]
const CONCURRENCY = 64
const RETRIES = 2

interface Read {
  readonly title: string
  readonly description: string | undefined
  readonly canonical: string | undefined
}

log.setLevel(log.LEVELS.OFF)
const results = new Map<string, Read[]>()
let failed = 0
const configuration = new Configuration({
  persistStorage: folder !== undefined,
  purgeOnStart: false,
  ...(folder !== undefined && { storageClientOptions: { localDataDirectory: folder } }),
})
const crawler = new CheerioCrawler(
  {
    minConcurrency: CONCURRENCY,
    maxConcurrency: CONCURRENCY,
    maxRequestRetries: RETRIES,
    useSessionPool: false,
    persistCookiesPerSession: false,
    async requestHandler({ $, request, response, pushData }) {
      const named = (name: string) => $(`meta[name="${name}"]`).attr('content')
      const read = {
        title: $('title').first().text().replace(/\s+/g, ' ').trim(),
        description: named('description') ?? $('meta[property="og:description"]').attr('content'),
        canonical: $('link[rel="canonical"]').attr('href'),
        language: $('html').attr('lang'),
        charset: $('meta[charset]').attr('charset') ?? response.headers['content-type'],
        keywords: named('keywords')?.split(','),
        author: named('author') ?? $('[rel="author"]').first().text(),
        publisher: named('publisher') ?? $('meta[property="og:site_name"]').attr('content'),
        robots: named('robots'),
      }
      const known = results.get(request.url) ?? []
      results.set(request.url, known)
      known.push(read)
      if (folder !== undefined) await pushData({ url: request.url, ...read })
    },
    failedRequestHandler: () => {
      failed += 1
    },
  },
  configuration,
)
const figures = measureRun({
  done: () => results.size + failed,
  rss: () => process.memoryUsage.rss() / 1024 / 1024,
  cpuSeconds,
})
await crawler.run([...pageUrls({ pages, hosts, port })])
const report = figures.stop()
const once = [...results.values()].filter((reads) => reads.length === 1).length
process.stdout.write(`crawled ${JSON.stringify({ ...report, once, failed })}\n`)

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000
}
