import { expect } from 'chai'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import { runStage } from '#shared/stage/run-stage.ts'
import type { StageHandler } from '#shared/stage/stage-handler.ts'
import { stageOptions } from '#shared/stage/stage-options.ts'
import { noTelemetry } from '#shared/telemetry/telemetry.ts'
import { eventually } from '#test/contract/eventually.ts'
import { openEmbedded } from '#test/support/embedded.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { value } from '../stage-fixture.ts'
import { PUBLIC_URL, requestOf } from '../toy-stage.ts'

/** The example of the recipe in infra/docs/contributing.md#stage: a handler is all that a stage has to write. */
const lengthOfUrl: StageHandler = {
  name: 'length',
  input: 'inspection.requested',
  accepts: () => true,
  concurrencyKeyOf: ({ key }) => key,
  describe: describeRequest,
  async handle({ event, lane }) {
    const inspection = describeRequest(event, lane)
    return { inspection, resultJson: JSON.stringify({ length: inspection.url.length }) }
  },
}

describe('a new stage', () => {
  it('is a handler that is run with the options of its process', async () => {
    const embedded = await openEmbedded()
    const results = await embedded.watch('result.metadata')
    const runtime = {
      ...embedded,
      config: {
        ...{ INTERACTIVE_SLOTS: 0.25, BATCH_HOST_CONCURRENCY: 2, BATCH_RESULT_TTL_SECONDS: 60 },
        ...{ KAFKA_BROKERS: null, QUEUE_LIMIT: 100, EVENT_RETENTION_MS: 60_000 },
      },
      ...{ logger: silentLog, telemetry: noTelemetry, publicUrl: () => PUBLIC_URL },
    } as unknown as Parameters<typeof stageOptions>[0]
    const consumer = await runStage(lengthOfUrl, stageOptions(runtime, 4))
    await embedded.log.append([requestOf('one', 'batch', { url: 'http://a.example/' })])
    await eventually(() => results.length === 1)
    expect(value(results[0]).result).to.deep.equal({ length: 17 })
    await consumer.drain(1000)
    await embedded.close()
  })
})
