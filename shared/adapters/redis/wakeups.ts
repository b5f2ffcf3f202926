import type { Redis } from 'ioredis'
import type { Wakeups } from '#shared/ports/result-store.ts'
import type { RedisCommands, Send } from './connection.ts'

interface Listener {
  onMessage(message: string): void
  onGap(): void
  /** The subscription was confirmed and has not ended, so messages can be missed. */
  isSubscribed: boolean
}
type Channels = Map<string, Set<Listener>>

export interface RedisWakeupsOptions {
  /** Publishes. */
  readonly commands: RedisCommands
  /** Used for nothing else: a connection with subscriptions accepts no commands. */
  readonly subscriber: Redis
  readonly send: Send
  readonly prefix: string
}

/**
 * Interval of pings, which detect that a quiet connection is dead: the client closes it when a ping gets no
 * reply.
 */
const HEARTBEAT_MS = 5000

/** Wake-ups by PUBLISH and SUBSCRIBE. `stop` closes the subscriber's connection. */
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

/** Adds a listener. Returns a function that removes it and tells whether it was the last of its channel. */
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
 * Subscribes a new connection to all channels, and only then reports the gap: no message falls between what a
 * listener reads after the report and the next message. If that fails, connects once more.
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

/**
 * Ignores a failure: messages of a channel without listeners are dropped, and a new connection does not
 * subscribe to it.
 */
async function unsubscribe(subscriber: Redis, channel: string, send: Send): Promise<void> {
  await send(subscriber.unsubscribe(channel)).catch(() => {})
}

/** Ignores a failure: the client is then closing the connection already. */
function sendHeartbeat(subscriber: Redis): void {
  if (subscriber.status === 'ready') subscriber.ping().catch(() => {})
}
