import { expect } from 'chai'
import type { HttpResult, PageRequest } from '#stages/fetch/http/page-request.ts'
import type { PageFetcher } from '#stages/fetch/polite-fetch.ts'
import { reportingRests } from '#stages/fetch/report-rests.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const request = { url: 'http://slow.example/' } as PageRequest
const answer = { status: 200 } as HttpResult

describe('a fetcher that reports rests', () => {
  let reported: unknown[]
  let until: number | null
  beforeEach(() => {
    reported = []
    until = null
  })

  const reporting = (fetchPage: PageFetcher) =>
    reportingRests(fetchPage, {
      until: (url) => (url === request.url ? until : null),
      report: async (...given) => void reported.push(given),
    })

  it('reports a rest that began with the request, before the fetch ends', async () => {
    const fetcher = reporting(async () => {
      until = 5
      return answer
    })
    expect(await fetcher('one', request)).to.equal(answer)
    expect(reported).to.deep.equal([['one', request.url, 5]])
  })

  it('reports it when the request fails, too', async () => {
    until = 5
    const failure = new Error('refused')
    expect(await rejectionOf(reporting(() => Promise.reject(failure))('one', request))).to.equal(failure)
    expect(reported).to.have.length(1)
  })

  it('reports nothing of a host that does not rest', async () => {
    await reporting(async () => answer)('one', request)
    expect(reported).to.deep.equal([])
  })
})
