import type { StatusObject } from '@grpc/grpc-js'
import { expect } from 'chai'
import { Failure, unavailable } from '#shared/errors.ts'
import { fromGrpcStatus, toGrpcStatus } from '#shared/rpc/grpc-status.ts'
import { isNotAccepted, notAccepted } from '#shared/rpc/shards/not-accepted.ts'

describe('notAccepted', () => {
  it('is an unavailable service', () => {
    expect(notAccepted()).to.be.instanceOf(Failure).with.property('code', 'SERVICE_UNAVAILABLE')
  })

  it('is recognised, also when it came over gRPC', () => {
    const received = fromGrpcStatus(toGrpcStatus(notAccepted(new Error('no connection'))) as StatusObject)
    expect([isNotAccepted(notAccepted()), isNotAccepted(received)]).to.deep.equal([true, true])
  })

  for (const [title, error] of Object.entries({
    'a service that is unavailable': unavailable('shard'),
    'another failure': new Failure('VALIDATION_ERROR', 'no', { details: { isAccepted: false } }),
    'an error': Object.assign(new Error(), { details: { isAccepted: false } }),
    nothing: null,
  }))
    it(`is not confused with ${title}`, () => {
      expect(isNotAccepted(error)).to.equal(false)
    })
})
