import { expect } from 'chai'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import { eventually } from '#test/contract/eventually.ts'
import { type GatewayFixture, startGatewayFixture } from '../../support/gateway-fixture.ts'

const URL_A = 'http://shop.example/page'
/** Stands in the body of each result, and in nothing else. */
const MARK = 'only-in-the-body'

/** Results as their stages write them, with a body that no JSON.stringify would write like this. */
const results: Record<string, string> = {
  metadata: `{"url":"${URL_A}","title":"${MARK}","price": 1.50}`,
  performance: `{"schema_version":"1","url":"${URL_A}","cache":{"cached":false},"body":"${MARK} \\u0041","metadata":{"page_load_time_ms":7}}`,
  snapshot: `{"url":"${URL_A}","format":"png","checksum":"${'0a'.repeat(32)}","cached":false,"cache_ttl_seconds":86400,"body":["${MARK}" ]}`,
}

/** Counts the calls of JSON.parse and JSON.stringify that read or write the body of a result. */
async function bodiesTouched(work: () => Promise<void>): Promise<number> {
  const { parse, stringify } = JSON
  let count = 0
  const note = <T>(text: unknown, result: T): T => {
    if (String(text).includes(MARK)) count++
    return result
  }
  JSON.parse = (text: string, ...rest) => note(text, parse(text, ...rest))
  JSON.stringify = (value: unknown, ...rest: unknown[]) => {
    const text = stringify(value, ...(rest as []))
    return note(text, text)
  }
  try {
    await work()
  } finally {
    Object.assign(JSON, { parse, stringify })
  }
  return count
}

describe('a result on its way from the stage to the caller', () => {
  let gateway: GatewayFixture
  let key: string
  let held: PromiseWithResolvers<void>
  beforeEach(async () => {
    held = Promise.withResolvers()
    held.resolve()
    gateway = await startGatewayFixture({
      async handle(work) {
        const inspection = describeRequest(work.event, work.lane)
        await held.promise
        return { inspection, resultJson: results[inspection.operation ?? ''] ?? '' }
      },
    })
    await gateway.embedded.objects.put(`images/${'0a'.repeat(32)}.png`, Buffer.from('x'), 'image/png')
    key = await gateway.makeKey(['metadata', 'performance', 'snapshot'])
  })
  afterEach(() => gateway.stop())

  const get = (operation: string, url = URL_A, headers = {}) =>
    operation === 'snapshot'
      ? gateway.call(key, '/snapshot', {
          method: 'POST',
          body: `{"url":"${url}"}`,
          headers: { 'Content-Type': 'application/json', ...headers },
        })
      : gateway.call(key, `/${operation}?url=${encodeURIComponent(url)}`, { headers })

  it('counts what it should', async () => {
    expect(await bodiesTouched(async () => void JSON.stringify(JSON.parse(`["${MARK}"]`)))).to.equal(2)
  })

  for (const [operation, text] of Object.entries(results)) {
    it(`is neither parsed nor written again, new or cached: ${operation}`, async () => {
      const bodies: string[] = []
      const touched = await bodiesTouched(async () => {
        for (const url of [URL_A, URL_A, 'http://SHOP.example/page'])
          bodies.push((await get(operation, url)).body.toString())
      })
      expect(touched).to.equal(0)
      const [fresh, cached = '', respelled = ''] = bodies
      expect(fresh).to.equal(text)
      expect(respelled).to.equal(cached.replace(URL_A, 'http://SHOP.example/page'))
      if (operation === 'metadata') expect(cached).to.equal(text)
      else expect(cached).to.include('"cached":true').and.include(MARK)
    })
  }

  it('is neither parsed nor written again for one who joined, nor by its id', async () => {
    const touched = await bodiesTouched(async () => {
      held = Promise.withResolvers()
      const first = await get('metadata', URL_A, { Prefer: 'respond-async' })
      const joining = get('metadata', 'http://SHOP.example/page')
      held.resolve()
      expect((await joining).body.toString())
        .to.include('"url":"http://SHOP.example/page"')
        .and.include('1.50')
      const location = first.headers.location ?? ''
      await eventually(async () => (await gateway.call(key, location)).status === 200)
      expect((await gateway.call(key, location)).body.toString()).to.equal(results.metadata)
    })
    expect(touched).to.equal(0)
  })
})
