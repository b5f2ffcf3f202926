import type { Socket } from 'node:net'
import { clientNetwork } from '../access/client-address.ts'

/** Limits of the connections that are open at a time. */
export interface ConnectionLimits {
  /** All of them: beyond, the oldest one without a key is closed, of the client that has the most. */
  readonly maxConnections: number
  /** Those of one client on which no valid key was sent, by default half of all; more are closed at once. */
  readonly maxKeylessConnections?: number
}

/** Share of all connections that one client may have without a valid key. */
const SHARE_WITHOUT_KEY = 0.5
/** Connections that one key may have wherever it is, and its share of all where that is more. */
const LEAST_OF_KEY = 50
const SHARE_OF_KEY = 0.5
/**
 * Share of all connections that the keys have together. The rest is for callers who have not sent a key yet: health checks, and
 * the next key. Beyond it, a key is refused that has more than its even share.
 */
const SHARE_OF_KEYS = 0.8

/** By connection: counts it for a key, as `admitConnection` does. */
const admissions = new WeakMap<Socket, (key: string) => number | null>()

/**
 * Notes that this valid key was sent on the connection, which counts for it from now on. When the key has too many, it returns
 * how many it may have, and changes nothing; else null.
 */
export function admitConnection(socket: Socket, key: string): number | null {
  return admissions.get(socket)?.(key) ?? null
}

/** Makes a listener of new connections that holds them within the limits. */
export function limitConnections({
  maxConnections,
  maxKeylessConnections = Math.ceil(maxConnections * SHARE_WITHOUT_KEY),
}: ConnectionLimits): (socket: Socket) => void {
  const keyless = new Groups()
  const keyed = new Groups()

  function mostOf(key: string): number {
    const ofOne = Math.max(LEAST_OF_KEY, Math.floor(maxConnections * SHARE_OF_KEY))
    const ofAll = Math.floor(maxConnections * SHARE_OF_KEYS)
    if (keyed.total < ofAll) return ofOne
    const others = keyed.groups - (keyed.sizeOf(key) === 0 ? 0 : 1)
    return Math.min(ofOne, Math.floor(ofAll / (others + 1)))
  }

  return (socket) => {
    const client = clientNetwork(socket.remoteAddress ?? '') ?? 'unknown'
    let ownKey: string | null = null
    const leave = () => (ownKey === null ? keyless.remove(client, socket) : keyed.remove(ownKey, socket))
    admissions.set(socket, (key) => {
      if (key === ownKey) return null
      const most = mostOf(key)
      if (keyed.sizeOf(key) >= most) return most
      leave()
      ownKey = key
      keyed.add(key, socket)
      return null
    })
    socket.once('close', () => {
      admissions.delete(socket)
      leave()
    })
    keyless.add(client, socket)
    if (keyless.sizeOf(client) > maxKeylessConnections) socket.destroy()
    else if (keyless.total + keyed.total > maxConnections) keyless.oldestOfLargest()?.destroy()
  }
}

/** Connections by client or key. */
class Groups {
  readonly #byName = new Map<string, Set<Socket>>()
  total = 0

  get groups(): number {
    return this.#byName.size
  }

  sizeOf(name: string): number {
    return this.#byName.get(name)?.size ?? 0
  }

  add(name: string, socket: Socket): void {
    const group = this.#byName.get(name) ?? new Set()
    this.#byName.set(name, group.add(socket))
    this.total += 1
  }

  remove(name: string, socket: Socket): void {
    const group = this.#byName.get(name)
    if (!group?.delete(socket)) return
    this.total -= 1
    if (group.size === 0) this.#byName.delete(name)
  }

  oldestOfLargest(): Socket | undefined {
    let largest: ReadonlySet<Socket> = new Set()
    for (const group of this.#byName.values()) if (group.size > largest.size) largest = group
    const [oldest] = largest
    return oldest
  }
}
