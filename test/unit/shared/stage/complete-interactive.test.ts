import { expect } from 'chai'
import { Failure, unavailable } from '#shared/errors.ts'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import { failureOutcome, outcomeFromText, resultOutcome } from '#shared/messages/events/outcome.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import { completeInteractive, INTERACTIVE_MAX_WAIT_MS } from '#shared/stage/complete-interactive.ts'
import { outcomeKey } from '#shared/store/keys.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { PUBLIC_URL } from './toy-stage.ts'

const inspection: Inspection = {
  ...{ id: 'one', operation: 'metadata', lane: 'interactive', url: 'http://shop.example/', timing: '' },
  ...{ parameters: { url: 'http://shop.example/' }, expiresAt: null, traceparent: null },
}
const result = resultOutcome(inspection, '{"title":"x"}')
const failure = failureOutcome(inspection, 'fetch', new Failure('TIMEOUT', 'late'))

describe('the completion of interactive work', () => {
  const clock = driveClockInEachTest()
  let embedded: Embedded
  let appends: (readonly NewRecord[])[]
  beforeEach(async () => {
    embedded = await openEmbedded()
    appends = []
  })
  afterEach(() => embedded.close())

  const portsOf = (objects: Pick<Embedded['objects'], 'put'> = embedded.objects) => ({
    ...{ store: embedded.store, objects, publicUrl: () => PUBLIC_URL },
    append: async (records: readonly NewRecord[]) => appends.push(records),
  })
  const namesOf = (records: readonly NewRecord[] = []) => records.map(({ topic, key }) => [topic, key])

  it('stores the outcome, and then appends it with its end, which has no result', async () => {
    let isStored: Promise<string | null> | undefined
    const ports = portsOf()
    const append: typeof ports.append = (records) => {
      isStored = embedded.store.get(outcomeKey('one'))
      return ports.append(records)
    }
    expect(await completeInteractive({ ...ports, append }, inspection, result, 0)).to.equal(true)
    expect(outcomeFromText((await isStored) ?? '').json).to.equal(result.json)
    expect(appends.map(namesOf)).to.deep.equal([
      [
        ['result.metadata', 'shop.example'],
        ['ended.interactive', 'one'],
      ],
    ])
    expect(String(appends[0]?.[1]?.value)).to.not.include('title')
  })

  it('publishes the first outcome and its end again', async () => {
    await completeInteractive(portsOf(), inspection, result, 0)
    expect(await completeInteractive(portsOf(), inspection, failure, 0)).to.equal(false)
    const [first, second] = appends
    expect(namesOf(second)).to.deep.equal(namesOf(first))
    expect(second?.[0]?.value).to.equal(first?.[0]?.value)
    expect(JSON.parse(String(second?.[1]?.value))).to.include({ topic: 'result.metadata', code: null })
  })

  it('gives up on an unavailable object store while its caller still waits', async () => {
    const put = () => Promise.reject(unavailable('objects'))
    const large = resultOutcome(inspection, JSON.stringify('x'.repeat(300 * 1024)))
    const startedAt = performance.now()
    const failing = rejectionOf(completeInteractive(portsOf({ put }), inspection, large, 0))
    expect(await clock.run(failing)).to.include({ code: 'SERVICE_UNAVAILABLE' })
    expect(performance.now() - startedAt).to.be.within(INTERACTIVE_MAX_WAIT_MS, INTERACTIVE_MAX_WAIT_MS + 500)
    expect(appends).to.deep.equal([])
  })
})
