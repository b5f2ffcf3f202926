import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { expect } from 'chai'
import { admitConnection, type ConnectionLimits, limitConnections } from '#gateway/server/connections.ts'

/** The part of a connection that is used. */
class Connection extends EventEmitter {
  readonly remoteAddress: string
  isOpen = true

  constructor(remoteAddress: string) {
    super()
    this.remoteAddress = remoteAddress
  }

  destroy(): void {
    this.isOpen = false
    this.emit('close')
  }
}

describe('connections of a server', () => {
  let listener: (socket: Socket) => void
  const start = (limits: ConnectionLimits) => {
    listener = limitConnections(limits)
  }
  function open(address = '192.0.2.1'): Connection {
    const connection = new Connection(address)
    listener(connection as unknown as Socket)
    return connection
  }
  /** Opens a connection with a key; the limit that refuses it, or null. */
  const withKey = (key: string, address?: string) => admitConnection(open(address) as unknown as Socket, key)
  const times = <T>(count: number, make: (at: number) => T) =>
    Array.from({ length: count }, (_, at) => make(at))

  it('of one key are half of all, at most', () => {
    start({ maxConnections: 200, maxKeylessConnections: 200 })
    expect(times(100, () => withKey('a')).filter((limit) => limit !== null)).to.deep.equal([])
    expect(withKey('a')).to.equal(100)
    expect(withKey('b')).to.equal(null)
  })

  it('of one key are 50 where half of all is less', () => {
    start({ maxConnections: 80, maxKeylessConnections: 80 })
    times(50, () => withKey('a'))
    expect(withKey('a')).to.equal(50)
  })

  it('of one key are free again when they end, or when another key is sent on them', () => {
    start({ maxConnections: 100, maxKeylessConnections: 100 })
    const all = times(50, () => open())
    for (const one of all) expect(admitConnection(one as unknown as Socket, 'a')).to.equal(null)
    expect(withKey('a')).to.equal(50)
    all[0]?.destroy()
    expect(withKey('a')).to.equal(null)
    expect(admitConnection(all[1] as unknown as Socket, 'b')).to.equal(null)
    expect(withKey('a')).to.equal(null)
    expect(withKey('a')).to.equal(50)
  })

  it('of all keys leave a fifth to callers who have sent none yet, and are shared evenly then', () => {
    start({ maxConnections: 1000, maxKeylessConnections: 1000 })
    times(500, () => withKey('a'))
    times(300, () => withKey('b'))
    expect(withKey('b')).to.equal(null)
    times(99, () => withKey('b'))
    expect(withKey('b')).to.equal(400)
    expect(withKey('c')).to.equal(null)
    expect(open('198.51.100.1').isOpen).to.equal(true)
  })

  it('without a key are limited by client', () => {
    start({ maxConnections: 100, maxKeylessConnections: 2 })
    expect(times(3, () => open()).map(({ isOpen }) => isOpen)).to.deep.equal([true, true, false])
    expect(open('198.51.100.1').isOpen).to.equal(true)
  })

  it('without a key make way for those of other clients, the oldest of the client that has the most', () => {
    start({ maxConnections: 10, maxKeylessConnections: 10 })
    const greedy = times(6, () => open('192.0.2.1'))
    const others = times(4, () => open('198.51.100.1'))
    const late = open('203.0.113.1')
    expect(greedy.map(({ isOpen }) => isOpen)).to.deep.equal([false, true, true, true, true, true])
    expect([...others, late].every(({ isOpen }) => isOpen)).to.equal(true)
  })
})
