import { expect } from 'chai'
import { type BatchParts, openBatchParts } from '#test/support/faults/batch-parts.ts'
import { allLines, untilDone } from '#test/support/faults/batch-progress.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { type WatchedRequests, watchRequests } from '#test/support/faults/watch-requests.ts'
import type { BatchLine } from '#test/support/service/batch-client.ts'
import { withConstants } from '#test/support/service/constants/with-constants.ts'
import { endAllServices } from '#test/support/service/service-process.ts'
import { ownPostgres, ownRedis, sharedKafka, sharedMinio } from '#test/support/service/services.ts'
import { htmlPage, openSite, type Route, type TargetSite } from '#test/support/sites/target-site.ts'

const CRAWLS = 5
/** Pages of a site that both versions follow. Each links to three others, and to three that the versions treat differently. */
const PAGES = 60
/** All of a site: each of its pages has a link that one version follows, a marked one, and all link to `/next`. */
const ALL = 3 * PAGES + 1
const HOST_DELAY_MS = 60
/** To the next version, and back. */
const updates = [2, 2, 2, 1, 1, 1] as const
const PRELOAD = new URL('./crawl-version-preload.ts', import.meta.url).href

type Version = 1 | 2

/** No link of another site is requested after a crawl. */
const program = (version: Version) =>
  withConstants({ 'stages/batch/site/finish/finish-sites.ts': { MAX_PROBES: 0 } }, `${PRELOAD}?${version}`)

const shared = Array.from({ length: PAGES }, (_, at) => `/page-${at}`)
const linksOf = (at: number) => [
  ...[3 * at + 1, 3 * at + 2, 3 * at + 3].filter((to) => to < PAGES).map((to) => `/page-${to}`),
  `/only-1/${at}`,
  `/only-2/${at}`,
  `/marked-${at}?mark=${at}`,
]

const route =
  (at: number): Route =>
  (_, response) =>
    htmlPage(
      response,
      shared[at] as string,
      linksOf(at)
        .map((link) => `<a href="${link}">${link}</a>`)
        .join(''),
    )

/** By which version a page's links were followed, from the lines of its crawl: exactly one. */
function versionsOf(paths: ReadonlySet<string>, at: number): Version[] {
  return ([1, 2] as const).filter((version) => paths.has(`/only-${version}/${at}`))
}

describe('a rolling update of three batch parts between versions whose crawl code differs', function () {
  this.timeout(580_000)
  const services = [sharedKafka(), ownRedis(), sharedMinio(), ownPostgres()]
  let site: TargetSite
  let service: BatchParts
  let requests: WatchedRequests
  before(async () => {
    const routes = Object.fromEntries(shared.map((path, at) => [path, route(at)]))
    site = await openSite({ hosts: CRAWLS, routes })
    const settings = { BATCH_HOST_DELAY_MS: String(HOST_DELAY_MS) }
    const env = Object.assign(settings, ...services.map((one) => one.env))
    service = await openBatchParts({ env, count: 3, stages: ['fetch', 'extract'], command: program(1) })
    requests = await watchRequests(env)
  })
  after(async () => {
    await requests?.close()
    await service?.close()
    await endAllServices()
    await site?.close()
  })

  /** Each page was decided on once: which links of it are followed, and which address its marked link has. */
  function expectDecidedOnce(lines: readonly BatchLine[]): readonly Version[] {
    const paths = new Set(lines.map(({ url }) => url.slice(new URL(url).origin.length)))
    expect(shared.filter((path) => !paths.has(path))).to.deep.equal([])
    const deciders = shared.map((_, at) => versionsOf(paths, at))
    expect(deciders.flatMap((some, at) => (some.length === 1 ? [] : [[at, some]]))).to.deep.equal([])
    const marked = deciders.map(([version], at) =>
      version === 1 ? `/marked-${at}?mark=${at}` : `/marked-${at}`,
    )
    expect(marked.filter((path) => !paths.has(path))).to.deep.equal([])
    expect(paths.size).to.equal(ALL)
    return deciders.flat()
  }

  it('visits each page once, under its own URL, and decides on the links of each once', async () => {
    const ids: string[] = []
    for (let host = 0; host < CRAWLS; host++)
      ids.push((await service.batches.crawl([site.url('/page-0', host)], 10 * PAGES)).id)
    for (const [at, version] of updates.entries()) {
      for (const id of ids) await untilDone(service.batches, id, ((at + 1) * ALL) / (updates.length + 2))
      const part = service.parts[at % 3]
      await part?.stop()
      await part?.start(program(version))
    }
    const crawls = await Promise.all(
      ids.map(async (id) => ({
        ended: await service.batches.untilEnded(id),
        lines: await allLines(service.batches, id),
      })),
    )
    const lines = crawls.flatMap((crawl) => crawl.lines)
    const wrong = lines.filter((line) => requests.urls.get(line.id) !== line.url)
    reportFault({
      fault: 'three batch parts updated to a version with other crawl code and back, in five crawls',
      accepted: lines.length,
      lost: CRAWLS * ALL - lines.length,
      wrong: wrong.length,
      repeated: lines.length - new Set(lines.map(({ id }) => id)).size,
    })
    for (const { ended, lines: own } of crawls) {
      expect(ended).to.include({ state: 'finished' })
      expect(own.findIndex(({ n }, at) => n !== at + 1)).to.equal(-1)
      expect(new Set(own.map(({ url }) => url)).size).to.equal(own.length)
      expect(own.filter(({ code }) => code !== undefined)).to.deep.equal([])
      expect(ended.counts).to.include({ accepted: own.length, done: own.length, waiting: 0, running: 0 })
    }
    expect(wrong).to.deep.equal([])
    const deciders = new Set(crawls.flatMap((crawl) => expectDecidedOnce(crawl.lines)))
    expect([...deciders].toSorted(), 'both versions were at work').to.deep.equal([1, 2])
  })
})
