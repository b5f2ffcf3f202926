import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { BATCH, binaryRequest, outcomeRecord, outcomesOf } from '#test/support/external/external-client.ts'
import { getMetadata, readEnded, requestAsync } from '#test/support/service/api-client.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import type { OpenSharedService } from '#test/support/service/worker-service.ts'
import { openOwnSite, type TargetSite } from '#test/support/sites/target-site.ts'

const OTHERS = 6

/** A page that answers as late as it may (infra/docs/architecture.md#out-of-order). */
export function slowPageContract(name: string, open: OpenSharedService): void {
  describe(`A slow page: ${name}`, () => {
    let site: TargetSite
    let fixture: UsedService
    let held = Promise.withResolvers<void>()

    before('start the service', async function () {
      this.timeout(120_000)
      const before = (path: string) => (path.startsWith('/held') ? held.promise : Promise.resolve())
      site = await openOwnSite({ hosts: 2, before })
      fixture = await open()
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
      const id = await requestAsync(fixture, url)
      if (id === null) throw new Error('The request was not accepted')
      return id
    }

    const lanes = { batch: feed, interactive: ask }
    for (const [lane, start] of Object.entries(lanes)) {
      it(`delays no other page, of its own host or another: ${lane}`, async () => {
        held = Promise.withResolvers()
        const path = `/held-${lane}`
        const slow = await start(site.url(path))
        await eventually(() => site.hits(path) > 0)
        const urls = Array.from({ length: OTHERS }, (_, at) => site.url(`/beside-${lane}-${at}`, at % 2))
        const others = await Promise.all(urls.flatMap((url) => [feed(url), ask(`${url}-asked`)]))
        await Promise.all(others.map((id) => outcomeRecord(fixture.external, id)))
        const call = await getMetadata(fixture, site.url(`/called-${lane}`))
        expect(call.status).to.equal(200)
        expect(outcomesOf(fixture.external.records).has(slow)).to.equal(false)
        held.resolve()
        await outcomeRecord(fixture.external, slow)
        const { json } = await readEnded(fixture, slow)
        expect(json?.title).to.equal(`Page ${path}`)
        expect(site.hits(path)).to.equal(1)
      })
    }
  })
}
