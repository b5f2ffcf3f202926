import type { Redis } from 'ioredis'
import type { Wakeups } from '#shared/ports/result-store.ts'
import type { RedisCommands } from './redis-connection.ts'

interface Listener {
  onMessage(message: string): void
  onGap(): void
  /** Its subscription was confirmed and it has not ended: it has something to miss. */
  heard: boolean
}
type Channels = Map<string, Set<Listener>>

export interface RedisWakeupsOptions {
  /** Publishes. */
  readonly commands: RedisCommands
  /** Has no other use: a subscribed connection takes no commands. */
  readonly subscriber: Redis
  /** Bounds a command in time. */
  answer<T>(command: Promise<T>): Promise<T>
  readonly prefix: string
}

/** Finds out that a quiet connection is dead: the client drops it when a ping stays without any answer. */
const HEARTBEAT_MS = 5000

/** Wake-ups by PUBLISH and SUBSCRIBE. `stop` ends the subscriber's connection. */
export function redisWakeups(options: RedisWakeupsOptions): Wakeups & { stop(): void } {
  const { commands, subscriber, answer, prefix } = options
  const channels: Channels = new Map()
  subscriber.on('message', (channel, message) => {
    for (const listener of channels.get(channel) ?? []) listener.onMessage(message)
  })
  subscriber.on('ready', () => void subscribeAgain(subscriber, channels))
  const heartbeat = setInterval(beat, HEARTBEAT_MS, subscriber).unref()
  return {
    async wake(channel, message) {
      await answer(commands.publish(prefix + channel, message))
    },
    async listen(channel, onMessage, onGap) {
      const listener = { onMessage, onGap, heard: false }
      const forget = add(channels, prefix + channel, listener)
      try {
        await answer(subscriber.subscribe(prefix + channel))
        listener.heard = true
      } catch (error) {
        forget()
        throw error
      }
      return async () => {
        if (forget()) await unsubscribe(subscriber, prefix + channel, answer)
      }
    },
    stop() {
      clearInterval(heartbeat)
      subscriber.disconnect()
    },
  }
}

/** Returns how to remove the listener, which answers whether it was the channel's last. */
function add(channels: Channels, channel: string, listener: Listener): () => boolean {
  const listeners = channels.get(channel) ?? new Set()
  channels.set(channel, listeners.add(listener))
  return () => {
    listener.heard = false
    listeners.delete(listener)
    return listeners.size === 0 && channels.get(channel) === listeners && channels.delete(channel)
  }
}

/**
 * On a new connection: subscribes to all channels, and only then tells of the gap, so that nothing falls between what a
 * listener reads because of it and the next message. Without success the connection is made once more.
 */
async function subscribeAgain(subscriber: Redis, channels: Channels): Promise<void> {
  if (channels.size === 0) return
  const deaf = [...channels.values()].flatMap((listeners) => [...listeners]).filter(({ heard }) => heard)
  try {
    await subscriber.subscribe(...channels.keys())
  } catch {
    subscriber.disconnect(true)
    return
  }
  for (const listener of deaf) if (listener.heard) listener.onGap()
}

/** A failure changes nothing: messages of a channel without listeners are dropped, and a new connection forgets it. */
async function unsubscribe(
  subscriber: Redis,
  channel: string,
  answer: RedisWakeupsOptions['answer'],
): Promise<void> {
  await answer(subscriber.unsubscribe(channel)).catch(() => {})
}

/** The rejection is no news: the connection is being given up by then. */
function beat(subscriber: Redis): void {
  if (subscriber.status === 'ready') subscriber.ping().catch(() => {})
}
