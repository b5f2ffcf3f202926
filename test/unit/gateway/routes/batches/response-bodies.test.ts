import { expect } from 'chai'
import { listBody, statusBody } from '#gateway/routes/batches/response-bodies.ts'
import { someStatus, someSummary } from '#test/contract/batches.ts'

describe('response-bodies', () => {
  it('has the fields of the contract in a status', () => {
    const { id, state, counts, rejected, createdAt } = someStatus
    expect(statusBody(someStatus)).to.deep.equal({
      id,
      operation: 'seo-audit',
      source: 'crawl',
      first_url: 'https://shop.example/größe?a=1',
      state,
      counts,
      rejected,
      created_at: createdAt,
      finished_at: null,
    })
  })

  it('has hosts when they were requested', () => {
    const until = '2026-11-22T10:31:00.500Z'
    const hosts = [
      { host: 'a.example', waiting: 3, running: 1, restsUntil: null },
      { host: 'b.example', waiting: 3, running: 0, restsUntil: null },
      { host: 'c.example', waiting: 3, running: 1, restsUntil: until },
    ]
    expect(statusBody({ ...someStatus, hosts })).to.deep.include({
      hosts: [
        { host: 'a.example', waiting: 3, running: 1, state: 'running', rests_until: null },
        { host: 'b.example', waiting: 3, running: 0, state: 'waiting', rests_until: null },
        { host: 'c.example', waiting: 3, running: 1, state: 'resting', rests_until: until },
      ],
    })
    expect(statusBody({ ...someStatus, hosts: [] })).to.deep.include({ hosts: [] })
  })

  it('has the pace of a batch that goes on, with its waits in words', () => {
    const wait = {
      ...{
        host: 'a.example',
        until: '2026-11-22T10:31:00.500Z',
        reason: 'delay' as const,
        url: null,
        status: null,
      },
      delayMs: 1000,
    }
    const pace = { pagesPerSecond: 0.5, etaSeconds: 20, waits: [wait] }
    expect(statusBody({ ...someStatus, pace })).to.deep.include({
      pace: {
        pages_per_second: 0.5,
        eta_seconds: 20,
        waits: [
          {
            ...{
              host: 'a.example',
              until: '2026-11-22T10:31:00.500Z',
              reason: 'delay',
              url: null,
              status: null,
            },
            message: '1 request per second: the delay between requests to one host',
            delay_ms: 1000,
          },
        ],
      },
    })
  })

  it('lists batches without their rejected lines, with a cursor when there are more', () => {
    const { id, state, counts, createdAt } = someSummary
    const of = { operation: 'seo-audit', source: 'crawl', first_url: null }
    const one = { id, ...of, state, counts, created_at: createdAt, finished_at: null }
    expect(listBody({ batches: [someSummary], next: 36 })).to.deep.equal({
      batches: [one],
      next_cursor: '1.10',
      next: '1.10',
    })
    expect(listBody({ batches: [], next: null })).to.deep.equal({
      batches: [],
      next_cursor: null,
      next: null,
    })
  })
})
