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

  describe('with a frontier in shards', () => {
    const ITEM = '01890a5d-ac96-774b-bcce-b302099a8057.5'
    const dead: Effect = { deadLetter: 'no event' }
    const topics = () => appended.map(({ topic }) => topic)
    const wrapped = deadLettersOf()

    function deadLettersOf() {
      return deadLetters('extract', { append }, prometheusMetrics({ process: false }), 4)(async () => dead)
    }

    it('end the inspection of an attempt, after they are published', async () => {
      await wrapped(attemptOf([ITEM, 'batch']))
      expect(topics()).to.deep.equal(['dead-letter', 'frontier.ended'])
      expect(appended[1]).to.include({ partition: 1, value: `{"id":"${ITEM}","place":null}` })
    })

    it('end nothing where there is no attempt, or nobody waits in the batch lane', async () => {
      const { record, lane, count, startedAt } = attemptOf([ITEM, 'batch'])
      await wrapped({ record, lane, count, startedAt })
      await wrapped(attemptOf(['one', 'interactive']))
      expect(topics()).to.deep.equal(['dead-letter', 'dead-letter'])
    })
  })

  it('reject when they cannot be published, so that the record is delivered again', async () => {
    const broken = { append: () => Promise.reject(new Error('too large')) }
    const rejection = await publish({ deadLetter: 'x' }, broken).catch(({ message }) => message)
    expect(rejection).to.equal('too large')
  })
})
