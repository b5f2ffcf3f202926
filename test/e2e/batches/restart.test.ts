// own service: it is stopped in the middle of a batch, and started again
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { freePorts, freshFolder } from '#infra/services/process.ts'
import { tally } from '#test/support/external/external-client.ts'
import { externalSqlite } from '#test/support/external/external-sqlite.ts'
import { type BatchLine, batchClient } from '#test/support/service/batch-client.ts'
import { API_KEY, endAllServices, startParts } from '#test/support/service/service-process.ts'
import { openSite } from '#test/support/sites/target-site.ts'

const HOSTS = 4
const PAGES = 40
/** The pages of this host wait until the service is stopped, and again until it is started. */
const HELD_HOST = 3

describe('a batch over an orderly restart of the service', function () {
  this.timeout(120_000)
  after(endAllServices)

  it('has each line once, and no page is asked for again that had ended', async () => {
    const folder = await freshFolder('batch-restart')
    const [port] = await freePorts(1)
    const env = { DATA_DIR: folder, PORT: String(port), BATCH_HOST_DELAY_MS: '0', FETCH_TIMEOUT_MS: '60000' }
    let held = Promise.withResolvers<void>()
    const isHeld = (page: number) => page % HOSTS === HELD_HOST
    const site = await openSite({
      hosts: HOSTS,
      before: (path) => (isHeld(Number(path.slice('/page-'.length))) ? held.promise : Promise.resolve()),
    })
    const urls = Array.from({ length: PAGES }, (_, page) => site.url(`/page-${page}`, page % HOSTS))
    const first = await startParts([], { env })
    const client = batchClient(first.url, API_KEY)
    const { id } = await client.submit(urls)
    const atOnce = urls.filter((_, page) => !isHeld(page)).length
    while ((await client.status(id)).counts.done < atOnce) await sleep(20)
    const stopping = first.stop()
    held.resolve()
    held = Promise.withResolvers()
    expect(await stopping).to.equal(0)
    const requested = urls.filter((_, page) => site.hits(`/page-${page}`) > 0).length
    expect(requested, 'the batch is in the middle').to.be.within(atOnce, PAGES - 1)
    const second = await startParts([], { env })
    held.resolve()
    const { state, counts } = await client.untilEnded(id)
    expect({ state, ...counts }).to.include({ state: 'finished', accepted: PAGES, done: PAGES, failed: 0 })
    const lines: BatchLine[] = []
    for await (const line of client.results(id)) lines.push(line)
    expect(lines.map(({ url }) => url).toSorted()).to.deep.equal(urls.toSorted())
    for (const [page] of urls.entries()) {
      expect(site.hits(`/page-${page}`)).to.be.within(1, isHeld(page) ? 2 : 1)
    }
    const external = await externalSqlite(folder)
    const ids = lines.map((line) => line.id)
    while (tally(ids, external.records).lost.length > 0) await sleep(20)
    expect(tally(ids, external.records)).to.deep.equal({ once: PAGES, lost: [], several: [] })
    await external.close()
    await second.stop()
    await site.close()
    await rm(folder, { recursive: true, force: true })
  })
})
