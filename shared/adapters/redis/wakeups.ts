import type { Redis } from 'ioredis'
import type { Wakeups } from '#shared/ports/result-store.ts'
import type { RedisCommands } from './connection.ts'

interface Listener {
  onMessage(message: string): void
  onGap(): void
  /** Its subscription was confirmed and it has not ended: it has something to miss. */
  isSubscribed: boolean
}
type Channels = Map<string, Set<Listener>>

export interface RedisWakeupsOptions {
  /** Publishes. */
  readonly commands: RedisCommands
  /** Has no other use: a subscribed connection takes no commands. */
  readonly subscriber: Redis
  /** Bounds a command in time. */
  send<T>(command: Promise<T>): Promise<T>
  readonly prefix: string
}

/** Finds out that a quiet connection is dead: the client drops it when a ping stays without any answer. */
const HEARTBEAT_MS = 5000

/** Wake-ups by PUBLISH and SUBSCRIBE. `stop` ends the subscriber's connection. */
export function redisWakeups(options: RedisWakeupsOptions): Wakeups & { stop(): void } {
  const { commands, subscriber, send, prefix } = options
  const channels: Channels = new Map()
  subscriber.on('message', (channel, message) => {
    for (const listener of channels.get(channel) ?? []) listener.onMessage(message)
  })
  subscriber.on('ready', () => void resubscribe(subscriber, channels))
  const heartbeat = setInterval(sendHeartbeat, HEARTBEAT_MS, subscriber).unref()
  return {
    async wake(channel, message) {
      await send(commands.publish(prefix + channel, message))
    },
    async listen(channel, onMessage, onGap) {
      const listener = { onMessage, onGap, isSubscribed: false }
      const removeListener = addListener(channels, prefix + channel, listener)
      try {
        await send(subscriber.subscribe(prefix + channel))
        listener.isSubscribed = true
      } catch (error) {
        removeListener()
        throw error
      }
      return async () => {
        if (removeListener()) await unsubscribe(subscriber, prefix + channel, send)
      }
    },
    stop() {
      clearInterval(heartbeat)
      subscriber.disconnect()
    },
  }
}

/** Returns how to remove the listener, which answers whether it was the channel's last. */
function addListener(channels: Channels, channel: string, listener: Listener): () => boolean {
  const listeners = channels.get(channel) ?? new Set()
  channels.set(channel, listeners.add(listener))
  return () => {
    listener.isSubscribed = false
    listeners.delete(listener)
    return listeners.size === 0 && channels.get(channel) === listeners && channels.delete(channel)
  }
}

/**
 * On a new connection: subscribes to all channels, and only then tells of the gap, so that nothing falls between what a
 * listener reads because of it and the next message. Without success the connection is made once more.
 */
async function resubscribe(subscriber: Redis, channels: Channels): Promise<void> {
  if (channels.size === 0) return
  const interrupted = [...channels.values()]
    .flatMap((listeners) => [...listeners])
    .filter(({ isSubscribed }) => isSubscribed)
  try {
    await subscriber.subscribe(...channels.keys())
  } catch {
    subscriber.disconnect(true)
    return
  }
  for (const listener of interrupted) if (listener.isSubscribed) listener.onGap()
}

/** A failure changes nothing: messages of a channel without listeners are dropped, and a new connection forgets it. */
async function unsubscribe(
  subscriber: Redis,
  channel: string,
  send: RedisWakeupsOptions['send'],
): Promise<void> {
  await send(subscriber.unsubscribe(channel)).catch(() => {})
}

/** The rejection is no news: the connection is being given up by then. */
function sendHeartbeat(subscriber: Redis): void {
  if (subscriber.status === 'ready') subscriber.ping().catch(() => {})
}
