import { expect } from 'chai'
import { decodeCommitMetadata, encodeCommitMetadata } from '#shared/adapters/kafka/group/commit-metadata.ts'
import { METADATA_LIMIT } from '#shared/ports/event-log.ts'

describe('encodeCommitMetadata and decodeCommitMetadata', () => {
  /** A topic id: 16 bytes in base64url. */
  const log = 'c9iGmqY8S0mZ3b1eVq2m7w'

  it('store the log version with the metadata of the caller', () => {
    for (const metadata of ['', 'pp1:AQE=', 'with spaces @ and signs']) {
      for (const epoch of [-1, 0, 2 ** 31 - 1]) {
        expect(decodeCommitMetadata(encodeCommitMetadata({ log, epoch }, metadata))).to.deep.equal({
          log,
          epoch,
          metadata,
        })
      }
    }
  })

  it('keep the metadata alone if the log is unknown, and read commits of other clients', () => {
    expect(encodeCommitMetadata({ log: '', epoch: -1 }, 'pp1:AQE=')).to.equal('pp1:AQE=')
    for (const metadata of ['', 'pp1:AQE=', '@odd', '@odd one', '@odd:x y']) {
      expect(decodeCommitMetadata(metadata)).to.deep.equal({ log: '', epoch: -1, metadata })
    }
  })

  it('stay within the default limit of brokers, 4096 bytes, and reject longer metadata', () => {
    const read = { log, epoch: 2 ** 31 - 1 }
    expect(encodeCommitMetadata(read, 'm'.repeat(METADATA_LIMIT)).length).to.be.at.most(4096)
    expect(() => encodeCommitMetadata(read, 'm'.repeat(METADATA_LIMIT + 1))).to.throw(RangeError)
  })
})
