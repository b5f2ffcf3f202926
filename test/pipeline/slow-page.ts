import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { askAsync, get, getMetadata } from '#test/tools/api-client.ts'
import { BATCH, binaryRequest, endingRecord, endingsOf } from '#test/tools/outside-client.ts'
import { openSite, type TargetSite } from '#test/tools/target-site.ts'
import type { OpenStand, Stand } from './stand.ts'

/** Longer than a consumer may be silent in its group: waiting must not look like being dead. */
const HOLD_MS = 8000
const OTHERS = 6

/** A page that answers as late as it may: decisions, section 9; architecture, rule 5. */
export function slowPageContract(name: string, open: OpenStand): void {
  describe(`A page that takes long: ${name}`, function () {
    this.timeout(60_000)
    let site: TargetSite
    let stand: Stand
    let held = Promise.withResolvers<void>()

    before('start the service', async function () {
      this.timeout(120_000)
      const before = (path: string) => (path.startsWith('/held') ? held.promise : Promise.resolve())
      site = await openSite({ hosts: 2, before })
      const patience = { FETCH_TIMEOUT_MS: '60000', ANSWER_TIMEOUT_MS: '60000' }
      stand = await open({ ...patience, BATCH_HOST_CONCURRENCY: '2' })
    })
    after('stop the service', async () => {
      held.resolve()
      await stand?.close()
      await site?.close()
    })

    async function feed(url: string): Promise<string> {
      const id = randomUUID()
      const data = { operation: 'metadata', parameters: { url, fields: 'basic' } }
      await stand.outside.produce(BATCH, [{ ...binaryRequest(id, data), key: new URL(url).hostname }])
      return id
    }

    async function ask(url: string): Promise<string> {
      const id = await askAsync(stand.service.url, url)
      if (id === null) throw new Error('The request was not accepted')
      return id
    }

    const lanes = { batch: feed, interactive: ask }
    for (const [lane, start] of Object.entries(lanes)) {
      it(`delays no other page, of its own host or another: ${lane}`, async () => {
        held = Promise.withResolvers()
        const path = `/held-${lane}`
        const slow = await start(site.url(path))
        while (site.hits(path) === 0) await sleep(10)
        const began = performance.now()
        const urls = Array.from({ length: OTHERS }, (_, at) => site.url(`/beside-${lane}-${at}`, at % 2))
        const others = await Promise.all(urls.flatMap((url) => [feed(url), ask(`${url}-asked`)]))
        await Promise.all(others.map((id) => endingRecord(stand.outside, id)))
        const call = await getMetadata(stand.service.url, site.url(`/called-${lane}`))
        expect(call.status).to.equal(200)
        await sleep(HOLD_MS - (performance.now() - began))
        expect(endingsOf(stand.outside.records).has(slow)).to.equal(false)
        held.resolve()
        await endingRecord(stand.outside, slow)
        const { json } = await get(`${stand.service.url}/inspections/${slow}`)
        expect(json?.title).to.equal(`Page ${path}`)
        expect(site.hits(path)).to.equal(1)
      })
    }
  })
}
