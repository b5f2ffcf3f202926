import { type BatchesScript, emptyBatchesScript } from '#test/contract/batches.ts'
import { type GatewayFixture, startGatewayFixture } from '#test/unit/gateway/support/gateway-fixture.ts'
import { resultOf } from '#test/unit/shared/stage/toy-stage.ts'

export const NDJSON = { 'Content-Type': 'application/x-ndjson' }

/** A gateway whose batch part does what the test says. Call it in `describe`: it registers its own hooks. */
export function scriptedBatches() {
  const fixture = { gateway: null as unknown as GatewayFixture, script: emptyBatchesScript() }
  before(async () => {
    const batches = new Proxy({} as BatchesScript, {
      get: (_, name) => (fixture.script as unknown as Record<string | symbol, unknown>)[name],
    })
    fixture.gateway = await startGatewayFixture({
      handle: async (work) => resultOf(work, '{}'),
      batches: Object.assign(Object.create(batches), { ping: async () => {}, close() {} }),
    })
  })
  beforeEach(() => {
    fixture.script = emptyBatchesScript()
  })
  after(() => fixture.gateway.stop())
  return fixture
}

/** The text of a body. */
export async function textIn(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
