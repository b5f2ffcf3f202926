import { Metadata, status } from '@grpc/grpc-js'
import { expect } from 'chai'
import { isConnectionLost, toCallFailure } from '#shared/adapters/grpc/calls.ts'
import { Failure } from '#shared/errors.ts'
import { toGrpcStatus } from '#shared/rpc/grpc-status.ts'

const ofGrpc = (code: status) =>
  Object.assign(new Error('gRPC'), { code, details: '', metadata: new Metadata() })

describe('isConnectionLost', () => {
  it('is true for statuses of gRPC itself that mean that the server is down', () => {
    expect(
      [status.UNAVAILABLE, status.CANCELLED].map((code) => isConnectionLost(ofGrpc(code))),
    ).to.deep.equal([true, true])
  })

  it('is false after the deadline: there is no time for another attempt', () => {
    expect(isConnectionLost(ofGrpc(status.DEADLINE_EXCEEDED))).to.equal(false)
    expect(isConnectionLost(ofGrpc(status.INTERNAL))).to.equal(false)
  })

  it('is false for a failure that the server sent, also one of overload', () => {
    const sent = toGrpcStatus(new Failure('SERVICE_UNAVAILABLE', 'too many calls'))
    expect(sent.code).to.equal(status.UNAVAILABLE)
    expect(isConnectionLost(sent)).to.equal(false)
  })
})

describe('toCallFailure', () => {
  it('returns the failure that the server sent', () => {
    const sent = toGrpcStatus(new Failure('NOT_FOUND', 'no such page'))
    expect(toCallFailure('look-ups', sent)).to.include({ code: 'NOT_FOUND', message: 'no such page' })
  })

  it('is SERVICE_UNAVAILABLE when the server is down or late, else INTERNAL_ERROR without details', () => {
    for (const code of [status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.CANCELLED])
      expect(toCallFailure('look-ups', ofGrpc(code))).to.have.property('code', 'SERVICE_UNAVAILABLE')
    const failure = toCallFailure('look-ups', ofGrpc(status.UNIMPLEMENTED))
    expect(failure).to.include({ code: 'INTERNAL_ERROR', message: 'The call of the look-ups failed' })
  })
})
