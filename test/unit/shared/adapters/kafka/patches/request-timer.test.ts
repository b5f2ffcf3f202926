import { mock } from 'node:test'
import { expect } from 'chai'
import { patchRequestTimer } from '#shared/adapters/kafka/patches/request-timer.ts'
import { type Class, kafkajsModule } from '#shared/adapters/kafka/protocol/kafkajs.ts'

interface Queue {
  pending: unknown[]
  throttledUntil: number
  throttleCheckTimeoutId: unknown
  scheduleCheckPendingRequests(): void
}

describe('patchRequestTimer', () => {
  const { prototype } = kafkajsModule<Class<Queue>>('network/requestQueue')
  let checks = 0
  before(() => patchRequestTimer())
  beforeEach(() => {
    checks = 0
    mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  })
  afterEach(() => mock.timers.reset())

  function schedule(pending: unknown[], throttledUntil: number) {
    const queue = {
      pending,
      throttledUntil,
      throttleCheckTimeoutId: null,
      checkPendingRequests: () => void checks++,
    }
    prototype.scheduleCheckPendingRequests.call(queue as unknown as Queue)
    return queue
  }

  it('sets no timer for a client without pending requests', () => {
    expect(schedule([], -1).throttleCheckTimeoutId).to.equal(null)
  })

  it('checks pending requests soon if the broker does not throttle this client', () => {
    schedule([{}], -1)
    mock.timers.tick(9)
    expect(checks).to.equal(0)
    mock.timers.tick(1)
    expect(checks).to.equal(1)
  })

  it('checks pending requests when the throttling ends, and sets one timer at a time', () => {
    const queue = schedule([{}], 500)
    prototype.scheduleCheckPendingRequests.call(queue as unknown as Queue)
    mock.timers.tick(499)
    expect(checks).to.equal(0)
    mock.timers.tick(1)
    expect([checks, queue.throttleCheckTimeoutId]).to.deep.equal([1, null])
  })
})
