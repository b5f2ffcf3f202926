import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { get, getMetadata } from '#test/support/service/api-client.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

/** The service with one gateway or several. */
export interface Gateways {
  /** Base URLs. */
  readonly urls: readonly string[]
  close(): Promise<void>
}

const CALLS = 200
const SPELLINGS = ['', '#top', '?', '?#x']

/** Identical requests in flight share one inspection (infra/docs/contract.md#coalescing): counted at the target. */
export function coalescingContract(
  name: string,
  open: (env: Readonly<Record<string, string>>) => Promise<Gateways>,
): void {
  describe(`Identical requests in flight: ${name}`, function () {
    this.timeout(60_000)
    let site: TargetSite
    let gateways: Gateways
    let held = Promise.withResolvers<void>()

    before('start the service', async function () {
      this.timeout(120_000)
      site = await openSite({
        before: (path) => (path.startsWith('/held') ? held.promise : Promise.resolve()),
      })
      gateways = await open({ FETCH_TIMEOUT_MS: '60000', ANSWER_TIMEOUT_MS: '60000' })
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

    const gatewayOf = (at: number) => gateways.urls[at % gateways.urls.length] as string
    const callAll = (urls: readonly string[], headers = {}) =>
      Promise.all(urls.map((url, at) => getMetadata(gatewayOf(at), url, { headers, timeoutMs: 50_000 })))
    /** Two pages, since an empty query makes another URL than none (WHATWG URL, section 4.5). */
    const spellings = (path: string) =>
      Array.from({ length: CALLS }, (_, at) => site.url(path) + SPELLINGS[at % SPELLINGS.length])

    it(`${CALLS} concurrent calls cause one fetch, and each is answered with its own URL`, async () => {
      const urls = spellings('/held-page')
      const calls = callAll(urls)
      await sleep(1000)
      held.resolve()
      const answers = await calls
      const wrong = answers.filter(({ status, json }, at) => status !== 200 || json?.url !== urls[at])
      expect(wrong.map(({ status, text }) => `${status} ${text}`)).to.deep.equal([])
      expect(new Set(answers.map(({ json }) => json?.title))).to.deep.equal(new Set(['Page /held-page']))
      expect(site.hits('/held-page')).to.equal(2)
    })

    it('a call during the answer finds the inspection or its result', async () => {
      for (let round = 0; round < 10; round++) {
        const path = `/quick-${round}`
        const answers = await Promise.all(
          Array.from({ length: 20 }, async (_, at) => {
            await sleep(at * 3)
            return getMetadata(gatewayOf(at), site.url(path))
          }),
        )
        for (const { status, json } of answers)
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
        const read = () => get(gatewayOf(at + 1) + location)
        while ((await read()).status === 202) await sleep(20)
        expect((await read()).json?.title).to.equal('Page /held-async')
      }
      expect(site.hits('/held-async')).to.equal(1)
    })
  })
}
