import { expect } from 'chai'
import { toGrpcStatus } from '#shared/rpc/grpc-status.ts'
import { tooLargeToPrint } from '#shared/rpc/printing/too-large.ts'

describe('tooLargeToPrint', () => {
  it('says why and names the limit of pages, and its cause stays in the log', () => {
    const failure = tooLargeToPrint('it has about 3000 pages', new Error('inner'))
    expect(failure).to.include({ code: 'RESPONSE_TOO_LARGE' })
    expect(failure.message).to.equal('It is too large to be printed: it has about 3000 pages')
    expect(failure.details).to.deep.equal({ limit_pages: 2000 })
    expect(JSON.stringify(toGrpcStatus(failure))).not.to.include('inner')
  })
})
