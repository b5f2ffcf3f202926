import { once } from 'node:events'
import { PassThrough, Writable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { openDevtoolsPipe } from '#stages/render/adapters/browsers/launch/devtools-pipe.ts'

const KIB = 1024
const CONTEXTS = ['AAAA', 'BBBB']

describe('DevTools pipe', () => {
  function open(messageBytes: number, contextBytes = messageBytes * 100) {
    const fromBrowser = new PassThrough({ highWaterMark: 1024 * KIB })
    const toBrowser = new PassThrough()
    const pipe = openDevtoolsPipe(toBrowser, fromBrowser, { messageBytes, contextBytes })
    const received: string[] = []
    pipe.transport.onmessage = (message) => void received.push(message)
    const closed = once(fromBrowser, 'close')
    const say = async (text: string | Buffer) => {
      if (!fromBrowser.destroyed) fromBrowser.write(text)
      for (let turns = 0; turns < 3; turns++) await turn()
    }
    return { ...pipe, heard: received, closed, say, toBrowser, fromBrowser }
  }

  it('cuts what comes into messages, wherever the chunks end', async () => {
    const { heard: received, say, closeReason } = open(KIB)
    const bytes = Buffer.from('{"a":"é€😀"}\0{"b":1}\0{"c"')
    for (const byte of bytes) await say(Buffer.of(byte))
    await say(':2}\0')
    expect(received).to.deep.equal(['{"a":"é€😀"}', '{"b":1}', '{"c":2}'])
    expect(closeReason()).to.equal(null)
  })

  it('takes a message of as many bytes as there may be', async () => {
    const { heard: received, say, closeReason } = open(KIB)
    await say(`${'x'.repeat(KIB)}\0`)
    expect(received.map(({ length }) => length)).to.deep.equal([KIB])
    expect(closeReason()).to.equal(null)
  })

  it('is closed by a longer one before that has come in whole', async () => {
    const { heard: received, say, closeReason, closed } = open(KIB)
    for (let parts = 0; parts < 3; parts++) await say('x'.repeat(KIB / 2))
    await closed
    expect(closeReason()).to.match(/message of over/)
    expect(received).to.deep.equal([])
  })

  it('is closed by a browser that reads nothing', () => {
    const { transport, fromBrowser } = open(KIB)
    const stuck = new Writable({ write: () => {} })
    const pipe = openDevtoolsPipe(stuck, fromBrowser, { messageBytes: KIB, contextBytes: KIB })
    for (let sent = 0; sent < 3; sent++) pipe.transport.send('x'.repeat(KIB / 2))
    expect(pipe.closeReason()).to.match(/does not read/)
    transport.close()
  })

  const attached = (at: number) =>
    `{"method":"Target.attachedToTarget","params":{"sessionId":"S${at}","targetInfo":{"title":"\\"sessionId\\":\\"S9\\"","browserContextId":"${CONTEXTS[at]}"},"waitingForDebugger":false}}\0`
  const frame = (at: number, payload: string) =>
    `{"method":"Network.dataReceived","params":{"payload":"${payload}"},"sessionId":"S${at}"}\0`

  it('is closed by the context whose messages are too many together, whatever they say', async () => {
    const { heard: received, say, closeReason, closed } = open(10 * KIB, 4 * KIB)
    await say(attached(0))
    await say(attached(1))
    const payload = `\\"sessionId\\":\\"S1\\"${'x'.repeat(KIB)}`
    for (let sent = 0; sent < 3; sent++) await say(frame(0, payload))
    for (let sent = 0; sent < 3; sent++) await say(frame(1, payload))
    expect(closeReason()).to.equal(null)
    expect(received).to.have.length(8)
    await say(frame(0, payload))
    await closed
    expect(closeReason()).to.match(/page makes it send over/)
    expect(received).to.have.length(8)
  })

  it('passes on nothing that a page logs or receives by a socket, and counts it', async () => {
    const { heard: received, say, closeReason } = open(10 * KIB, 4 * KIB)
    await say(attached(0))
    const methods = ['Runtime.consoleAPICalled', 'Runtime.exceptionThrown', 'Network.webSocketFrameReceived']
    for (const method of methods)
      await say(`{"method":"${method}","params":{"text":"${'x'.repeat(KIB)}"},"sessionId":"S0"}\0`)
    expect(received).to.have.length(1)
    expect(closeReason()).to.equal(null)
    await say(frame(0, 'x'.repeat(KIB)))
    expect(closeReason()).to.match(/page makes it send over/)
  })

  it('counts what is told of a context without a session', async () => {
    const { say, closeReason } = open(10 * KIB, 4 * KIB)
    const info = (context: string) =>
      `{"method":"Target.targetInfoChanged","params":{"targetInfo":{"title":"${'x'.repeat(3 * KIB)}","browserContextId":"${context}"}}}\0`
    await say(info('AAAA'))
    await say(info('BBBB'))
    expect(closeReason()).to.equal(null)
    await say(info('AAAA'))
    expect(closeReason()).to.match(/page makes it send over/)
  })

  for (const [way, handler] of [
    [
      'throws',
      () => {
        throw new Error('no such thing')
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('no such thing')
      },
    ],
  ] as const) {
    it(`is closed by a handler that ${way}, and the process hears nothing of it`, async () => {
      const { transport, say, closeReason, closed } = open(KIB)
      transport.onmessage = handler
      await say('{}\0')
      await closed
      expect(closeReason()).to.match(/could not be handled: no such thing/)
    })
  }

  it('ends well with a handler of its end that throws', async () => {
    const { transport, closed } = open(KIB)
    let calls = 0
    transport.onclose = () => {
      calls += 1
      throw new Error('no such thing')
    }
    transport.close()
    await closed
    await turn()
    await turn()
    expect(calls).to.equal(1)
  })
})
