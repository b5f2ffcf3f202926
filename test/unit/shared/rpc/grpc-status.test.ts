import { Metadata, status } from '@grpc/grpc-js'
import { expect } from 'chai'
import { type ErrorCode, errorCodes, Failure } from '#shared/errors.ts'
import { fromGrpcStatus, toGrpcStatus } from '#shared/rpc/grpc-status.ts'

const told = (json: string) => {
  const metadata = new Metadata()
  metadata.set('pageprobe-failure-bin', Buffer.from(json))
  return { code: status.UNKNOWN, details: '', metadata }
}

describe('failures over gRPC', () => {
  // Meanings of the codes: gRPC's list of status codes.
  const nearest: [ErrorCode, status][] = [
    ['VALIDATION_ERROR', status.INVALID_ARGUMENT],
    ['INVALID_API_KEY', status.UNAUTHENTICATED],
    ['INSUFFICIENT_PERMISSIONS', status.PERMISSION_DENIED],
    ['NOT_FOUND', status.NOT_FOUND],
    ['RATE_LIMIT_EXCEEDED', status.RESOURCE_EXHAUSTED],
    ['INTERNAL_ERROR', status.INTERNAL],
    ['SERVICE_UNAVAILABLE', status.UNAVAILABLE],
  ]
  for (const [code, expected] of nearest) {
    it(`have the nearest status: ${code} is ${status[expected]}`, () => {
      expect(toGrpcStatus(new Failure(code, 'm'))).to.include({ code: expected, details: 'm' })
    })
  }

  it('survive a round trip for every code, and are never OK', () => {
    for (const code of Object.keys(errorCodes) as ErrorCode[]) {
      const sent = toGrpcStatus(new Failure(code, `why ${code}`, { details: { url: 'u' } }))
      expect(sent.code).to.not.equal(status.OK)
      expect(fromGrpcStatus(sent)).to.deep.include({ code, message: `why ${code}`, details: { url: 'u' } })
    }
  })

  it('do not carry their cause', () => {
    const cause = new Error('connect ECONNREFUSED 10.0.0.5:22')
    const { details, metadata } = toGrpcStatus(new Failure('INTERNAL_ERROR', 'm', { cause }))
    expect(details + metadata.get('pageprobe-failure-bin').join('')).to.not.contain('10.0.0.5')
  })

  it('fit into the default headers of HTTP/2, with a valid text', () => {
    const huge = new Failure('NOT_FOUND', '😀'.repeat(50_000), { details: { all: 'x'.repeat(50_000) } })
    const { details, metadata } = toGrpcStatus(huge)
    const [trailer] = metadata.get('pageprobe-failure-bin') as [Buffer]
    expect(encodeURI(details).length + trailer.length * (4 / 3)).to.be.below(8192)
  })

  it('are null for a status of others', () => {
    expect(fromGrpcStatus({ code: status.UNAVAILABLE, details: 'gone', metadata: new Metadata() })).to.equal(
      null,
    )
    for (const json of [
      '',
      'x',
      '{}',
      'null',
      '[]',
      '{"code":"NO_SUCH","message":"m"}',
      '{"code":"toString","message":"m"}',
      '{"code":"NOT_FOUND","message":1}',
    ]) {
      expect(fromGrpcStatus(told(json)), json).to.equal(null)
    }
    const bare = fromGrpcStatus(told('{"code":"NOT_FOUND","message":"m"}'))
    expect(bare).to.deep.include({ code: 'NOT_FOUND', message: 'm', details: null })
  })
})
