import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { compression } from '#gateway/middleware/compression.ts'
import { disconnectSignal, sendStream } from '#gateway/routes/response/stream.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { settled } from '#test/support/settled.ts'
import { type SmallApp, serveApp } from '../../support/serve-app.ts'

describe('sendStream', () => {
  let app: SmallApp
  let bits: (signal: AbortSignal) => AsyncGenerator<Uint8Array>
  let signal: AbortSignal
  before(async () => {
    app = await serveApp(compression({ cacheBytes: 1000 }), (context) => {
      signal = disconnectSignal(context)
      sendStream(context, 'application/x-ndjson', bits(signal))
    })
  })
  after(() => app.close())

  async function* endless(whileNot: AbortSignal) {
    while (!whileNot.aborted) {
      yield Buffer.from('{}\n')
      await sleep(5)
    }
  }

  for (const coding of ['identity', 'gzip', 'br']) {
    it(`sends headers at once and each chunk when it comes: ${coding}`, async () => {
      const go = Promise.withResolvers<void>()
      bits = async function* () {
        await go.promise
        yield Buffer.from('{"n":1}\n')
        await new Promise(() => {})
      }
      const leaving = new AbortController()
      const headers = { 'Accept-Encoding': coding }
      const answer = await fetch(app.url, { headers, signal: leaving.signal })
      expect([answer.status, answer.headers.get('content-type')]).to.deep.equal([200, 'application/x-ndjson'])
      go.resolve()
      const first = await answer.body?.getReader().read()
      expect(Buffer.from(first?.value ?? []).toString()).to.equal('{"n":1}\n')
      leaving.abort()
    })
  }

  it('ends the source when the client disconnects', async () => {
    bits = endless
    const leaving = new AbortController()
    const answer = await fetch(app.url, { signal: leaving.signal })
    await answer.body?.getReader().read()
    expect(signal.aborted).to.equal(false)
    leaving.abort()
    await eventually(() => signal.aborted)
  })

  it('breaks the answer when the source fails', async () => {
    bits = async function* () {
      yield Buffer.from('{}\n')
      throw new Error('broken')
    }
    expect(await rejectionOf(fetch(app.url).then((answer) => answer.text()))).to.be.instanceOf(Error)
  })

  it('reads the source no faster than the client reads', async () => {
    const all = 5000
    let given = 0
    bits = async function* () {
      for (; given < all; given++) yield Buffer.alloc(65_536)
    }
    const leaving = new AbortController()
    await fetch(app.url, { headers: { 'Accept-Encoding': 'identity' }, signal: leaving.signal })
    // The kernel buffers some MB of the 320.
    expect(await settled(() => given)).to.be.below(all / 2)
    leaving.abort()
  })
})
