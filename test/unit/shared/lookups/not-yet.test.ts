import { Metadata } from '@grpc/grpc-js'
import { expect } from 'chai'
import { notYetOfStatus, statusOfNotYet } from '#shared/lookups/not-yet.ts'
import { NotYet } from '#shared/pipeline/not-yet.ts'

describe('a turn that has not come, over gRPC', () => {
  it('arrives as it was sent, in whole milliseconds', () => {
    const told = notYetOfStatus(statusOfNotYet(new NotYet(1234.5)))
    expect(told).to.be.instanceOf(NotYet).and.include({ inMs: 1235 })
  })

  it('says whose turn it is, where that is known', () => {
    const told = notYetOfStatus(statusOfNotYet(new NotYet(5, 'shop.example')))
    expect(told).to.include({ host: 'shop.example' })
    expect(notYetOfStatus(statusOfNotYet(new NotYet(5)))).to.include({ host: null })
  })

  it('is nothing else', () => {
    expect(notYetOfStatus({ metadata: new Metadata() })).to.equal(null)
  })
})
