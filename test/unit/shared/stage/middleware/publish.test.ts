import { expect } from 'chai'
import { Failure, unavailable } from '#shared/errors.ts'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import type { Outcome } from '#shared/messages/events/outcome.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import { publishFailure, publishResult } from '#shared/stage/middleware/publish.ts'
import type { Effect } from '#shared/stage/middleware.ts'
import type { CompletionDetails } from '#shared/stage/publisher.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { attemptOf } from '../attempt.ts'

interface Ended {
  readonly inspection: Inspection
  readonly outcome: Outcome
  readonly storedBytes: number | undefined
}

describe('publishing', () => {
  let appended: (readonly NewRecord[])[]
  let ended: Ended[]
  let error: Error | null
  let isStopped: boolean
  beforeEach(() => {
    appended = []
    ended = []
    error = null
    isStopped = false
  })
  const publisher = {
    async append(records: readonly NewRecord[]) {
      if (error !== null) throw error
      appended.push(records)
    },
    async complete(inspection: Inspection, outcome: Outcome, about: CompletionDetails = {}) {
      if (error !== null) throw error
      const { storedBytes } = about
      ended.push({ inspection, outcome, storedBytes })
      return true
    },
  }
  const attempt = attemptOf(['one', 'batch'])
  const others: Effect[] = [
    { done: 'duplicate', code: null },
    { retryAfterMs: 5 },
    { postponeMs: 5 },
    { deadLetter: 'x' },
  ]

  describe('of results', () => {
    const publish = (effect: Effect) =>
      publishResult({ publisher, isStopped: () => isStopped })(async () => effect)(attempt)
    const inspection = { ...attempt.inspection, operation: 'metadata' as const, timing: 'fetch;dur=1.0' }
    const next = [{ topic: 'page.fetched.batch', key: 'a', value: '{}', headers: {} }]

    it('appends the events for the next stage in one call', async () => {
      expect(await publish({ next })).to.deep.equal({ done: 'forwarded', code: null })
      expect(appended).to.deep.equal([next])
      expect(ended).to.deep.equal([])
    })

    it('ends the inspection with its result', async () => {
      const effect = { inspection, resultJson: '{"a":1}', blocked: 'challenge', storedBytes: 12 }
      expect(await publish(effect)).to.deep.equal({ done: 'completed', code: null })
      expect(ended).to.have.length(1)
      expect(ended[0]?.inspection).to.equal(attempt.inspection)
      expect(ended[0]?.storedBytes).to.equal(12)
      expect(ended[0]?.outcome).to.deep.equal({
        topic: 'result.metadata',
        timing: 'fetch;dur=1.0',
        json: `{"operation":"metadata","parameters":{"url":"http://shop.example/page"},"url":"http://shop.example/page","result":{"a":1}}`,
        dataref: null,
        // The result begins behind `"result":`.
        resultAt: 114,
        blocked: 'challenge',
      })
    })

    it('counts no stored bytes where the result names none', async () => {
      await publish({ inspection, resultJson: '1' })
      expect(ended[0]?.storedBytes).to.equal(0)
      expect(ended[0]?.outcome).not.to.have.property('blocked')
    })

    it('publishes nothing once the stage has left its groups', async () => {
      isStopped = true
      for (const effect of [{ next }, { inspection, resultJson: '1' }, ...others])
        expect(await publish(effect)).to.deep.equal({ retryAfterMs: 0 })
      expect([appended, ended]).to.deep.equal([[], []])
    })

    it('hands on all other effects', async () => {
      for (const effect of others) expect(await publish(effect)).to.equal(effect)
      expect([appended, ended]).to.deep.equal([[], []])
    })

    it('rejects when the log does', async () => {
      error = unavailable('log')
      expect(await publish({ next }).catch((reason: unknown) => reason)).to.equal(error)
    })
  })

  describe('of failures', () => {
    const MAX_ATTEMPTS = 3
    const publish = (effect: Effect, count = 0) =>
      publishFailure({ stage: 'toy', publisher, logger: silentLog, maxAttempts: MAX_ATTEMPTS })(
        async () => effect,
      )({ ...attempt, count })
    const failure = new Failure('URL_UNREACHABLE', 'no', { details: { url: 'http://shop.example/page' } })

    it('ends the inspection with the failure of the stage', async () => {
      expect(await publish({ failure })).to.deep.equal({ done: 'failed', code: 'URL_UNREACHABLE' })
      expect(ended).to.have.length(1)
      expect(ended[0]?.outcome.topic).to.equal('inspection.failed')
      expect(JSON.parse(ended[0]?.outcome.json ?? '')).to.deep.include({
        ...{ operation: 'metadata', stage: 'toy', code: 'URL_UNREACHABLE', message: 'no' },
        details: { url: 'http://shop.example/page' },
      })
    })

    it('rejects while another attempt may publish it', async () => {
      error = new Error('too large')
      for (const count of [0, 1])
        expect(await publish({ failure }, count).catch((reason: unknown) => reason)).to.equal(error)
    })

    it('makes the record a dead letter when the last attempt cannot publish it', async () => {
      error = new Error('too large')
      for (const count of [2, 3])
        expect(await publish({ failure }, count)).to.deep.equal({
          deadLetter: 'the failure of this request could not be published',
        })
    })

    it('rejects at any attempt while the log or the store is unavailable', async () => {
      error = unavailable('log')
      expect(await publish({ failure }, 99).catch((reason: unknown) => reason)).to.equal(error)
    })

    it('hands on all other effects', async () => {
      for (const effect of others) expect(await publish(effect)).to.equal(effect)
      expect(ended).to.deep.equal([])
    })
  })
})
