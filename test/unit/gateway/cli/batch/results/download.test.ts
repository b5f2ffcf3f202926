import { Readable } from 'node:stream'
import { expect } from 'chai'
import type { BatchService, BatchStatus } from '#gateway/cli/batch/client/batch-service.ts'
import { makeRetryPolicy } from '#gateway/cli/batch/client/retry-policy.ts'
import { ServiceError } from '#gateway/cli/batch/errors.ts'
import { downloadLines } from '#gateway/cli/batch/results/download.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { resultLine, statusBody } from '../fake-service.ts'

const lines = [1, 2, 3].map((n) => resultLine(n))
const [one = '', two = '', three = ''] = lines
const away = new ServiceError('Away', { isTransient: true })

/** A download whose streams are these, in order; a stream that is an error fails. The last one repeats. */
function download(streams: readonly (string | Error)[], statuses: readonly object[], isFollowing = false) {
  const asked: number[] = []
  let reads = 0
  const service = {
    status: async () => (statuses[Math.min(reads++, statuses.length - 1)] ?? {}) as BatchStatus,
    async results(_id: string, after: number) {
      const next = streams[Math.min(asked.push(after), streams.length) - 1]
      if (next instanceof Error) throw next
      return Readable.from([Buffer.from(next ?? '')])
    },
  } as unknown as BatchService
  const pauses: number[] = []
  const pause = async (ms: number) => void pauses.push(ms)
  const retryPolicy = makeRetryPolicy({ pause, notify: () => {} })
  const chunks = downloadLines({ service, id: 'b1', after: 0, isFollowing, retryPolicy, pause })
  return { asked, pauses, all: async () => Buffer.concat(await Readable.from(chunks).toArray()).toString() }
}

const finished = (done: number) => statusBody({ state: 'finished', accepted: done, done })

describe('download of results', () => {
  it('goes on from the last whole line, after a stream that ends early and after a failure', async () => {
    const broken = download([one + two.slice(0, 9), away, two, three], [finished(3)])
    expect(await broken.all()).to.equal(lines.join(''))
    expect(broken.asked).to.deep.equal([0, 1, 1, 2])
  })

  it('ends with the results that were there at its start', async () => {
    const some = download([one + two], [statusBody({ accepted: 9, done: 2, running: 7 })])
    expect(await some.all()).to.equal(one + two)
  })

  it('follows a batch until it has ended and all its results have come', async () => {
    const running = statusBody({ accepted: 3, done: 1, running: 2 })
    const followed = download([one, two, three], [running, running, running, finished(3)], true)
    expect(await followed.all()).to.equal(lines.join(''))
  })

  it('pauses a second after a stream without a line, and gives up after six of them', async () => {
    const empty = download([''], [finished(1)])
    const error = await rejectionOf(empty.all())
    expect(error).to.be.instanceOf(ServiceError).with.property('isTransient', false)
    expect(empty.pauses).to.deep.equal(Array(6).fill(1000))
  })

  it('does not retry a permanent error', async () => {
    const wrong = new ServiceError('no', { isTransient: false })
    expect(await rejectionOf(download([wrong], [finished(1)]).all())).to.equal(wrong)
  })
})
