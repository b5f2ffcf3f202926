import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { getMetadata, metric, readEnded } from '#test/support/service/api-client.ts'
import { openOwnSite, type TargetSite } from '#test/support/sites/target-site.ts'

/** The service with one gateway or several. */
export interface Gateways {
  /** Base URLs. */
  readonly urls: readonly string[]
  readonly key: string
  close(): Promise<void>
}

const CALLS = 200
const IN_FLIGHT = 'pageprobe_http_requests_in_flight{operation="metadata"}'
const SPELLINGS = ['', '#top', '?', '?#x']

/** Identical requests in flight share one inspection (infra/docs/clients.md#coalescing): counted at the target. */
export function coalescingContract(name: string, open: () => Promise<Gateways>): void {
  describe(`Identical requests in flight: ${name}`, () => {
    let site: TargetSite
    let gateways: Gateways
    let held = Promise.withResolvers<void>()
    /** Resolves when a page of that path is asked for. */
    const asked = new Map<string, PromiseWithResolvers<void>>()

    before('start the service', async function () {
      this.timeout(120_000)
      site = await openOwnSite({
        before: async (path) => {
          asked.get(path)?.resolve()
          if (path.startsWith('/held')) await held.promise
        },
      })
      gateways = await open()
    })
    after('stop the service', async () => {
      held.resolve()
      await gateways?.close()
      await site?.close()
    })
    beforeEach(() => {
      held = Promise.withResolvers()
    })
    afterEach(() => held.resolve())

    const gatewayOf = (at: number) => ({
      url: gateways.urls[at % gateways.urls.length] as string,
      key: gateways.key,
    })
    const callAll = (urls: readonly string[], headers = {}) =>
      Promise.all(urls.map((url, at) => getMetadata(gatewayOf(at), url, { headers })))
    async function callsInFlight(): Promise<number> {
      const counts = gateways.urls.map((_, at) => metric(gatewayOf(at), IN_FLIGHT))
      return (await Promise.all(counts)).reduce((sum, count) => sum + count)
    }
    /** Two pages, since an empty query makes another URL than none (WHATWG URL, section 4.5). */
    const spellings = (path: string) =>
      Array.from({ length: CALLS }, (_, at) => site.url(path) + SPELLINGS[at % SPELLINGS.length])

    it(`${CALLS} concurrent calls cause one fetch, and each is answered with its own URL`, async () => {
      const urls = spellings('/held-page')
      const calls = callAll(urls)
      await eventually(async () => (await callsInFlight()) === CALLS)
      held.resolve()
      const answers = await calls
      const wrong = answers.filter(({ status, json }, at) => status !== 200 || json?.url !== urls[at])
      expect(wrong.map(({ status, text }) => `${status} ${text}`)).to.deep.equal([])
      expect(new Set(answers.map(({ json }) => json?.title))).to.deep.equal(new Set(['Page /held-page']))
      expect(site.hits('/held-page')).to.equal(2)
    })

    it('a call at any time of the answer finds the inspection or its result', async () => {
      for (let round = 0; round < 10; round++) {
        const path = `/quick-${round}`
        const requested = Promise.withResolvers<void>()
        asked.set(path, requested)
        let at = 0
        const call = () => getMetadata(gatewayOf(at++), site.url(path))
        const some = () => Promise.all(Array.from({ length: 5 }, call))
        const first = call()
        const answers = await Promise.all([
          first,
          ...[Promise.resolve(), requested.promise, requested.promise.then(nextTurn), first].map((moment) =>
            moment.then(some),
          ),
        ])
        for (const { status, json } of answers.flat())
          expect([status, json?.title]).to.deep.equal([200, `Page ${path}`])
        expect(site.hits(path), path).to.equal(1)
      }
    })

    it('each call with respond-async can be read under its own id', async () => {
      const urls = Array.from({ length: 20 }, () => site.url('/held-async'))
      const answers = await callAll(urls, { prefer: 'respond-async' })
      const locations = answers.map(({ headers }) => headers.get('location') ?? '')
      expect(answers.map(({ status }) => status)).to.deep.equal(urls.map(() => 202))
      expect(new Set(locations).size).to.equal(20)
      held.resolve()
      for (const [at, location] of locations.entries()) {
        const id = location.split('/').at(-1) ?? ''
        expect((await readEnded(gatewayOf(at + 1), id)).json?.title).to.equal('Page /held-async')
      }
      expect(site.hits('/held-async')).to.equal(1)
    })
  })
}
