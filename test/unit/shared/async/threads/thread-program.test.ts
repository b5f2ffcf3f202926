import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect } from 'chai'
import { serveProgram, type ThreadCall } from '#shared/async/threads/thread-program.ts'
import { program } from './thread-pool/sample-pools.ts'

describe('serveProgram', () => {
  it('says when it is ready, then answers each call in order', async () => {
    const worker = new Worker(program)
    const calls: ThreadCall[] = [
      { name: 'echo', input: { bytes: Buffer.from('a') } },
      { name: 'fail', input: null },
      { name: 'echo', input: { bytes: Buffer.from('b') } },
    ]
    for (const call of calls) worker.postMessage(call)
    const messages: unknown[] = []
    for await (const [message] of on(worker, 'message')) if (messages.push(message) === 4) break
    await worker.terminate()
    const [ready, first, failed, last] = messages
    expect([ready, first, last]).to.deep.equal(['ready', { result: 'a' }, { result: 'b' }])
    expect(failed).to.have.nested.property('error.message', 'out of range')
  })

  it('does nothing in the main thread', () => expect(serveProgram({})).to.equal(undefined))
})
