import { expect } from 'chai'
import { prometheusMetrics } from '#shared/adapters/telemetry/prometheus-metrics.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import { deadLetters } from '#shared/stage/middleware/dead-letter.ts'
import type { Effect } from '#shared/stage/middleware.ts'
import { attemptOf } from '../attempt.ts'

describe('dead letters', () => {
  let appended: NewRecord[]
  let metrics: ReturnType<typeof prometheusMetrics>
  beforeEach(() => {
    appended = []
    metrics = prometheusMetrics({ process: false })
  })
  const append = async (records: readonly NewRecord[]) => void appended.push(...records)
  const attempt = attemptOf(['one', 'batch'])
  const publish = (effect: Effect, publisher = { append }) =>
    deadLetters('extract', publisher, metrics)(async () => effect)(attempt)
  const counted = async () => {
    const { text } = await metrics.expose()
    return Number(/^pageprobe_dead_letters_total\{stage="extract"\} (\d+)$/m.exec(text)?.[1])
  }

  it('are published with the reason and the position of the record, and counted', async () => {
    expect(await publish({ deadLetter: 'no event' })).to.deep.equal({
      done: 'dead_lettered',
      code: 'INTERNAL_ERROR',
    })
    expect(appended).to.have.length(1)
    const [{ topic, value, headers } = {} as NewRecord] = appended
    expect(topic).to.equal('dead-letter')
    expect(value).to.equal(attempt.record.value)
    expect(headers).to.include({
      ...{ pp_reason: 'no event', pp_topic: 'inspection.requested.batch' },
      ...{ pp_partition: '3', pp_offset: '7' },
    })
    expect(String(headers.ce_id)).to.equal('one')
    expect(await counted()).to.equal(1)
  })

  it('are made of no other effect', async () => {
    for (const effect of [{ postponeMs: 5 }, { done: 'failed', code: 'TIMEOUT' }] as Effect[])
      expect(await publish(effect)).to.equal(effect)
    expect(appended).to.deep.equal([])
  })

  it('reject when they cannot be published, so that the record is delivered again', async () => {
    const broken = { append: () => Promise.reject(new Error('too large')) }
    const rejection = await publish({ deadLetter: 'x' }, broken).catch(({ message }) => message)
    expect(rejection).to.equal('too large')
  })
})
