import { expect } from 'chai'
import { ParserQueue, type QueuedTask } from '#stages/extract/adapters/parser-queue.ts'
import type { ParserThread } from '#stages/extract/adapters/parser-thread.ts'

/** The part of a thread that the queue uses. */
const threadWith = (hasRoom: boolean) => ({ hasRoomFor: () => hasRoom }) as unknown as ParserThread

describe('parser queue', () => {
  const answers = { canonicalStatus: null, dominantColor: null }
  const roomy = threadWith(true)
  const full = threadWith(false)

  let nextId = 0
  function waiting(own: Partial<QueuedTask> = {}): QueuedTask {
    const task = { kind: 'finish', id: ++nextId, answers } as const
    const signal = new AbortController().signal
    return { task, isUrgent: false, affinity: null, signal, start() {}, fail() {}, ...own }
  }
  function queueOf(...all: QueuedTask[]): ParserQueue {
    const queue = new ParserQueue()
    for (const one of all) queue.add(one)
    return queue
  }

  it('is empty at the beginning and at the end', async () => {
    const only = waiting()
    const queue = queueOf(only)
    expect([queue.takeNextFor(roomy), queue.takeNextFor(roomy)]).to.deep.equal([only, undefined])
  })

  it('gives urgent tasks first, each kind in the order they came', () => {
    const [b1, u1, b2, u2] = [waiting(), waiting({ isUrgent: true }), waiting(), waiting({ isUrgent: true })]
    const queue = queueOf(b1, u1, b2, u2)
    expect([1, 2, 3, 4].map(() => queue.takeNextFor(roomy))).to.deep.equal([u1, u2, b1, b2])
  })

  it('keeps a task for the thread that holds its page', () => {
    const mine = waiting({ affinity: roomy })
    const queue = queueOf(mine, waiting())
    expect(queue.takeNextFor(full)).to.equal(undefined)
    expect(queue.takeNextFor(roomy)).to.equal(mine)
  })

  it('gives a full thread the tasks of its own pages only, and never overtakes the next page', () => {
    const big = waiting({ isUrgent: true })
    const known = waiting({ affinity: full })
    const queue = queueOf(waiting(), big, known)
    expect(queue.takeNextFor(full)).to.equal(known)
    expect(queue.takeNextFor(full)).to.equal(undefined)
    expect(queue.takeNextFor(roomy)).to.equal(big)
  })

  it('does not let a page without room block the tasks that free room', () => {
    const file = {
      ...{ url: 'u', finalUrl: 'u', status: 200, error: null, redirects: [], contentType: null },
      ...{ robotsHeaders: [], linkHeaders: [], body: new Uint8Array(), isCut: false },
    }
    const target = waiting({ task: { kind: 'target', id: ++nextId, file } })
    const queue = queueOf(waiting(), target)
    expect([queue.takeNextFor(full), queue.takeNextFor(full)]).to.deep.equal([target, undefined])
  })

  it('removes an aborted task and rejects it with the reason', () => {
    const controller = new AbortController()
    const failures: unknown[] = []
    const fail = (error: unknown) => void failures.push(error)
    const queue = queueOf(waiting({ signal: controller.signal, fail }))
    controller.abort('expired')
    expect(failures).to.deep.equal(['expired'])
    expect(queue.takeNextFor(roomy)).to.equal(undefined)
  })

  it('ignores the abort of a task that was taken', () => {
    const controller = new AbortController()
    const failures: unknown[] = []
    const queue = queueOf(waiting({ signal: controller.signal, fail: (error) => void failures.push(error) }))
    queue.takeNextFor(roomy)
    controller.abort('expired')
    expect(failures).to.deep.equal([])
  })

  it('rejects the matching tasks, and keeps the others', () => {
    const failures: unknown[] = []
    const orphan = () => waiting({ affinity: full, fail: (error) => void failures.push(error) })
    const other = waiting({ affinity: roomy })
    const queue = queueOf(orphan(), other, orphan())
    queue.fail(({ affinity }) => affinity === full, 'gone')
    expect(failures).to.deep.equal(['gone', 'gone'])
    expect(queue.takeNextFor(full)).to.equal(undefined)
    expect(queue.takeNextFor(roomy)).to.equal(other)
  })
})
