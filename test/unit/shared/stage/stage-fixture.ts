import type { Consumer } from '#shared/consumer/consumer.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import type { StageHandler } from '#shared/stage/stage-handler.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { requestOf, runToyStage } from './toy-stage.ts'

/** The adapters of one stage, and the records that it publishes. */
export interface StageFixture {
  readonly embedded: Embedded
  readonly results: readonly LogRecord[]
  readonly failed: readonly LogRecord[]
  readonly dead: readonly LogRecord[]
  /** Runs the stage (over changed adapters), then sends the requests. */
  run(handle: StageHandler['handle'], ...requests: Parameters<typeof requestOf>[]): Promise<void>
  runOver(changed: Partial<Embedded>, handle: StageHandler['handle']): Promise<void>
  drain(): Promise<void>
  /** Whether the stage has finished all records. */
  isCommitted(lane?: string): Promise<boolean>
  close(): Promise<void>
}

export async function openStageFixture(): Promise<StageFixture> {
  const embedded = await openEmbedded()
  let consumer: Consumer | null = null
  const runOver: StageFixture['runOver'] = async (changed, handle) => {
    consumer = await runToyStage({ ...embedded, ...changed }, handle)
  }
  return {
    embedded,
    results: await embedded.watch('result.metadata'),
    failed: await embedded.watch('inspection.failed'),
    dead: await embedded.watch('dead-letter'),
    async run(handle, ...requests) {
      await runOver({}, handle)
      await embedded.log.append(requests.map((request) => requestOf(...request)))
    },
    runOver,
    drain: async () => consumer?.drain(0),
    async isCommitted(lane = 'interactive') {
      const [lag] = await embedded.log.lag(`toy.${lane}`, [`inspection.requested.${lane}`])
      return lag?.records === 0
    },
    async close() {
      await consumer?.drain(0)
      await embedded.close()
    },
  }
}

/** A header as text. */
export function text(record: LogRecord | undefined, header: string): string | undefined {
  return record?.headers[header]?.toString()
}

/** The value as JSON. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into values of every shape
export function value(record: LogRecord | undefined): any {
  return JSON.parse(record?.value?.toString() ?? 'null')
}
