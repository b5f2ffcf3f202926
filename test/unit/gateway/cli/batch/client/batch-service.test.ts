import { Readable } from 'node:stream'
import { expect } from 'chai'
import {
  type BatchStatus,
  describeRejections,
  endedCount,
  hasEnded,
  makeBatchService,
} from '#gateway/cli/batch/client/batch-service.ts'
import type { ApiRequest, HttpClient } from '#gateway/cli/batch/client/http-client.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { statusBody } from '../fake-service.ts'

const status = (fields: Parameters<typeof statusBody>[0]) => statusBody(fields) as unknown as BatchStatus

/** A client that records requests and answers each with the text. */
function recording(answer: unknown) {
  const requests: ApiRequest[] = []
  const http: HttpClient = {
    async text(request) {
      requests.push(request)
      return typeof answer === 'string' ? answer : JSON.stringify(answer)
    },
    async bytes(request) {
      requests.push(request)
      return Buffer.from(JSON.stringify(answer))
    },
    async stream(request) {
      requests.push(request)
      return Readable.from([])
    },
    close: async () => {},
  }
  return { requests, service: makeBatchService(http, 'http://probe.example') }
}

describe('batch service', () => {
  it('calls the routes of the contract', async () => {
    const { requests, service } = recording(statusBody())
    await service.open({ operation: 'snapshot' })
    await service.create({ urls: [] })
    await service.status('b/1')
    await service.status('b1', 10)
    await service.change('b1', 'pause')
    await service.change('b1', 'cancel')
    await service.change('b1', 'start')
    await service.results('b1', 7, true)
    await service.results('b1', 0, false)
    expect(requests.map(({ method = 'GET', path }) => `${method} ${path}`)).to.deep.equal([
      'POST /batches?operation=snapshot&open=true',
      'POST /batches',
      'GET /batches/b%2F1',
      'GET /batches/b1?hosts=10',
      'POST /batches/b1/pause',
      'DELETE /batches/b1',
      'POST /batches/b1/start',
      'GET /batches/b1/results?after=7&follow=true',
      'GET /batches/b1/results?after=0',
    ])
  })

  it('adds lines from a number on', async () => {
    const answer = { accepted: 1, rejected: 0, next: 8 }
    const { requests, service } = recording(answer)
    const body = Buffer.from('https://example.com/')
    expect(await service.addLines('b/1', 7, body)).to.deep.equal(answer)
    expect(requests[0]).to.include({ method: 'PUT', path: '/batches/b%2F1/lines?from=7', body, id: 'b/1' })
  })

  it('calls the routes of shares', async () => {
    const made = { id: 's1', url: 'http://probe.example/shared/x', expires_at: '2026-12-30T00:00:00.000Z' }
    const sharing = recording(made)
    expect(await sharing.service.share('b/1', { days: 7, title: 'T' })).to.deep.equal(made)
    const entry = { id: 's1', title: 'T', client: null, expires_at: made.expires_at }
    const listing = recording({ shares: [{ ...entry, created_at: '2026-11-30T00:00:00.000Z' }] })
    expect(await listing.service.shares('b1')).to.deep.equal([entry])
    const ending = recording('')
    await ending.service.unshare('b1', 's/1')
    expect(
      [sharing, listing, ending].map(({ requests: [request] }) => [
        `${request?.method ?? 'GET'} ${request?.path}`,
        request?.body,
      ]),
    ).to.deep.equal([
      ['POST /batches/b%2F1/shares', '{"days":7,"title":"T"}'],
      ['GET /batches/b1/shares', undefined],
      ['DELETE /batches/b1/shares/s%2F1', undefined],
    ])
  })

  it('reads a page of the list with its next cursor', async () => {
    const { rejected: _, ...summary } = statusBody()
    const { requests, service } = recording({ batches: [summary], next: '1.10' })
    expect(await service.page({ state: 'paused', after: '1.5' })).to.deep.equal({
      batches: [summary],
      next: '1.10',
    })
    expect(requests[0]?.path).to.equal('/batches?state=paused&after=1.5')
  })

  for (const [what, answer] of [
    ['a page', '<html>'],
    ['other JSON', { id: 'b1' }],
    ['an unknown state', statusBody({ state: 'sleeping' })],
    ['a negative count', statusBody({ done: -1 })],
  ] as const) {
    it(`rejects ${what} as no answer of the service`, async () => {
      const error = await rejectionOf(recording(answer).service.status('b1'))
      expect(error)
        .to.include({ isTransient: false })
        .and.property('message')
        .includes('http://probe.example')
    })
  }
})

describe('status of a batch', () => {
  it('counts pages that ended, and ends with its time', () => {
    expect(endedCount(status({ done: 3, failed: 2, running: 5 }))).to.equal(5)
    expect([hasEnded(status({ state: 'running' })), hasEnded(status({ state: 'cancelled' }))]).to.deep.equal([
      false,
      true,
    ])
  })

  it('describes ten rejected lines and counts the others', () => {
    const lines = Array.from({ length: 12 }, (_, at) => ({ line: at, reason: 'no URL' }))
    const described = describeRejections(status({ rejected: 30, lines }))
    expect(described.slice(0, 3)).to.deep.equal(['30 were rejected:', '  no URL', '  line 1: no URL'])
    expect(described).to.have.length(12)
    expect(described.at(-1)).to.include('20 more').and.include('status b1 --json')
    expect(describeRejections(status({}))).to.deep.equal([])
  })
})
