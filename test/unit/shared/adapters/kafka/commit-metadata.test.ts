import { expect } from 'chai'
import { withLog, withoutLog } from '#shared/adapters/kafka/commit-metadata.ts'
import { METADATA_LIMIT } from '#shared/ports/event-log.ts'

describe('metadata of a commit', () => {
  /** A topic id: 16 bytes in base64url. */
  const log = 'c9iGmqY8S0mZ3b1eVq2m7w'

  it('says of which log it is true, beside what the caller commits', () => {
    for (const metadata of ['', 'pp1:AQE=', 'with spaces @ and signs']) {
      expect(withoutLog(withLog(log, metadata))).to.deep.equal({ log, metadata })
    }
  })

  it('is that of the caller alone where no log is known, and in commits of others', () => {
    expect(withLog('', 'pp1:AQE=')).to.equal('pp1:AQE=')
    for (const metadata of ['', 'pp1:AQE=', '@odd']) {
      expect(withoutLog(metadata)).to.deep.equal({ log: '', metadata })
    }
  })

  it('fits what brokers take by default, 4096 bytes, and refuses more', () => {
    expect(withLog(log, 'm'.repeat(METADATA_LIMIT))).to.have.length(4096)
    expect(() => withLog(log, 'm'.repeat(METADATA_LIMIT + 1))).to.throw(RangeError)
  })
})
