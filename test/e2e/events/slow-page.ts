import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { BATCH, binaryRequest, outcomeRecord, outcomesOf } from '#test/support/external/external-client.ts'
import { getMetadata, readEnded, requestAsync } from '#test/support/service/api-client.ts'
import type { OpenServiceFixture, ServiceFixture } from '#test/support/service/service-fixture.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

/** Longer than the session timeout of a consumer: waiting must not look like a crash. */
const HOLD_MS = 8000
const OTHERS = 6

/** A page that answers as late as it may (infra/docs/architecture.md#out-of-order). */
export function slowPageContract(name: string, open: OpenServiceFixture): void {
  describe(`A slow page: ${name}`, function () {
    this.timeout(60_000)
    let site: TargetSite
    let fixture: ServiceFixture
    let held = Promise.withResolvers<void>()

    before('start the service', async function () {
      this.timeout(120_000)
      const before = (path: string) => (path.startsWith('/held') ? held.promise : Promise.resolve())
      site = await openSite({ hosts: 2, before })
      const timeout = { FETCH_TIMEOUT_MS: '60000', ANSWER_TIMEOUT_MS: '60000' }
      fixture = await open({ ...timeout, BATCH_HOST_CONCURRENCY: '2' })
    })
    after('stop the service', async () => {
      held.resolve()
      await fixture?.close()
      await site?.close()
    })

    async function feed(url: string): Promise<string> {
      const id = randomUUID()
      const data = { operation: 'metadata', parameters: { url, fields: 'basic' } }
      await fixture.external.produce(BATCH, [{ ...binaryRequest(id, data), key: new URL(url).hostname }])
      return id
    }

    async function ask(url: string): Promise<string> {
      const id = await requestAsync(fixture.service.url, url)
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
        await Promise.all(others.map((id) => outcomeRecord(fixture.external, id)))
        const call = await getMetadata(fixture.service.url, site.url(`/called-${lane}`))
        expect(call.status).to.equal(200)
        await sleep(HOLD_MS - (performance.now() - began))
        expect(outcomesOf(fixture.external.records).has(slow)).to.equal(false)
        held.resolve()
        await outcomeRecord(fixture.external, slow)
        const { json } = await readEnded(fixture.service.url, slow)
        expect(json?.title).to.equal(`Page ${path}`)
        expect(site.hits(path)).to.equal(1)
      })
    }
  })
}
