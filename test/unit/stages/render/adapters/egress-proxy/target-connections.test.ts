import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { expect } from 'chai'
import {
  makeTargetConnections,
  type TargetConnections,
} from '#stages/render/adapters/egress-proxy/target-connections.ts'
import { LimitReached } from '#stages/render/adapters/egress-proxy/traffic-accounting.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

type Answer = (...outcome: [Error, null] | [null, Socket]) => void

/** A socket that knows how much it has received, and closes when it is destroyed. */
class FakeSocket extends EventEmitter {
  bytesRead = 0
  isDestroyed = false
  destroy(): void {
    this.isDestroyed = true
    this.emit('close')
  }
}

describe('connections to targets', () => {
  const target = { host: 'a.example', port: 80 }
  let answers: Answer[]
  let received: number[]
  let connections: TargetConnections
  beforeEach(() => {
    answers = []
    received = []
    connections = makeTargetConnections({
      connector: (_options, callback) => void answers.push(callback as Answer),
      maxConnections: 2,
      onBytes: (bytes) => void received.push(bytes),
    })
  })

  async function open(): Promise<FakeSocket> {
    const socket = new FakeSocket()
    const opening = connections.connect(target)
    answers.shift()?.(null, socket as unknown as Socket)
    await opening
    return socket
  }

  it('are limited, those that are being opened included', async () => {
    const first = await open()
    const second = connections.connect(target)
    expect(await rejectionOf(connections.connect(target)))
      .to.be.instanceOf(LimitReached)
      .with.property('limit', 'connections')
    answers.shift()?.(new Error('refused'), null)
    expect(await rejectionOf(second)).to.have.property('message', 'refused')
    await open()
    expect(await rejectionOf(connections.connect(target))).to.be.instanceOf(LimitReached)
    first.destroy()
    await open()
  })

  it('report each received byte once, the last ones when they close', async () => {
    const socket = await open()
    socket.bytesRead = 100
    connections.countBytes(socket as unknown as Socket)
    socket.bytesRead = 250
    connections.countBytes(socket as unknown as Socket)
    socket.bytesRead = 300
    socket.destroy()
    connections.countBytes(socket as unknown as Socket)
    expect(received).to.deep.equal([100, 150, 50])
  })

  it('are destroyed together, those that open later included', async () => {
    const socket = await open()
    const late = connections.connect(target)
    connections.close()
    expect(socket.isDestroyed).to.equal(true)
    const lateSocket = new FakeSocket()
    answers.shift()?.(null, lateSocket as unknown as Socket)
    await late
    expect(lateSocket.isDestroyed).to.equal(true)
  })
})
