import { expect } from 'chai'
import type { Consumer } from '#shared/consumer/consumer.ts'
import type { LogRecord, NewRecord } from '#shared/ports/event-log.ts'
import type { StageOptions } from '#shared/stage/stage-options.ts'
import { eventually } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { requestOf, resultOf, runToyStage } from '../toy-stage.ts'

const text = (record: LogRecord | undefined, header: string) => record?.headers[header]?.toString()

/** A fetched page as a program of that version might write it. */
const pageOf = (id: string, type: string, headers: Record<string, string> = {}): NewRecord => ({
  ...requestOf(id, 'batch', {
    headers: { ce_type: type, ce_subject: id, ce_id: `${id}:fetched`, ...headers },
  }),
  topic: 'page.fetched.batch',
})

describe('events of newer versions', () => {
  let embedded: Embedded
  let consumers: Consumer[]
  let handled: string[]
  let warned: unknown[]
  let dead: readonly LogRecord[]
  let failed: readonly LogRecord[]
  beforeEach(async () => {
    consumers = []
    handled = []
    warned = []
    embedded = await openEmbedded()
    dead = await embedded.watch('dead-letter')
    failed = await embedded.watch('inspection.failed')
  })
  afterEach(async () => {
    for (const consumer of consumers) await consumer.drain(1000)
    await embedded.close()
  })

  async function run(options: Partial<StageOptions> = {}): Promise<Consumer> {
    const none = () => {}
    const logger = { debug: none, info: none, error: none, warn: (line: unknown) => void warned.push(line) }
    const consumer = await runToyStage(
      embedded,
      async (work) => {
        handled.push(work.event.subject)
        return resultOf(work, '{}')
      },
      { name: 'extract', input: 'page.fetched', logger: logger as StageOptions['logger'], ...options },
    )
    consumers.push(consumer)
    return consumer
  }
  const isCommitted = async () =>
    (await embedded.log.lag('extract.batch', ['page.fetched.batch']))[0]?.records === 0

  it('wait without blocking others, and are logged once', async () => {
    await run()
    await embedded.log.append([pageOf('new', 'page.fetched.v9'), pageOf('newer', 'page.fetched.v10')])
    await embedded.log.append([pageOf('old', 'page.fetched.v1'), pageOf('now', 'page.fetched.v2')])
    await eventually(() => handled.length === 2)
    expect(handled).to.have.members(['old', 'now'])
    expect([dead, failed, await isCommitted()]).to.deep.equal([[], [], false])
    expect(warned).to.have.length(1)
    expect(warned[0]).to.deep.equal({ type: 'page.fetched.v9' })
  })

  it('are processed by the program that knows them, once it has taken over', async () => {
    const old = await run()
    await embedded.log.append([pageOf('new', 'page.fetched.v9')])
    await eventually(() => warned.length === 1)
    await old.drain(1000)
    await embedded.log.append([pageOf('next', 'page.fetched.v2')])
    const known: string[] = []
    // A step whose input is another one knows any version of these.
    const later = await embedded.log.subscribe('extract.batch', ['page.fetched.batch'], {
      assigned: () => {},
      received: (records) => void known.push(...records.map((record) => text(record, 'ce_subject') ?? '')),
    })
    await eventually(() => known.length === 2)
    await later.close()
    expect(known).to.deep.equal(['new', 'next'])
  })

  it('become dead letters with a reason, once they have waited long enough', async () => {
    await run({ newerVersionWaitMs: 100 })
    await embedded.log.append([pageOf('new', 'page.fetched.v9')])
    await eventually(() => dead.length === 1)
    expect(text(dead[0], 'pp_reason')).to.include('page.fetched.v9').and.to.include('later version')
    expect([text(dead[0], 'ce_subject'), text(dead[0], 'pp_topic')]).to.deep.equal([
      'new',
      'page.fetched.batch',
    ])
    await eventually(isCommitted)
    expect([handled, failed]).to.deep.equal([[], []])
  })

  it('end as expired when they have expired', async () => {
    await run()
    await embedded.log.append([pageOf('new', 'page.fetched.v9', { ce_expirytime: '2020-01-01T00:00:00Z' })])
    await eventually(() => failed.length === 1)
    expect(JSON.parse(String(failed[0]?.value))).to.include({ code: 'TIMEOUT' })
    await eventually(isCommitted)
  })

  it('do not wait when an external producer wrote them', async () => {
    await run({ name: 'fetch', input: 'inspection.requested' } as Partial<StageOptions>)
    await embedded.log.append([
      requestOf('one', 'batch', { headers: { ce_type: 'inspection.requested.v9' } }),
    ])
    await eventually(() => handled.length === 1)
    expect([handled, dead]).to.deep.equal([['one'], []])
  })
})
