import type { Wakeups } from '#shared/ports/result-store.ts'

type OnMessage = (message: string) => void
type Channels = Map<string, Set<OnMessage>>

const channelsOf = new WeakMap<object, Channels>()

/**
 * Wake-ups within this process, between all instances with the same `owner`. No message is ever lost, so
 * `onGap` is never called. Other processes get no message.
 */
export function inProcessWakeups(owner: object): Wakeups {
  const channels = channelsOf.get(owner) ?? new Map<string, Set<OnMessage>>()
  channelsOf.set(owner, channels)
  return {
    async wake(channel, message) {
      for (const listener of channels.get(channel) ?? [])
        setImmediate(deliver, channels, channel, listener, message)
    },
    async listen(channel, onMessage) {
      const listener: OnMessage = (message) => onMessage(message)
      const listeners = channels.get(channel) ?? new Set()
      channels.set(channel, listeners.add(listener))
      return async () => {
        listeners.delete(listener)
        if (listeners.size === 0 && channels.get(channel) === listeners) channels.delete(channel)
      }
    },
  }
}

/**
 * Delivers in a turn of its own, so that a listener neither runs inside the call that woke it nor makes that
 * call fail.
 */
function deliver(channels: Channels, channel: string, listener: OnMessage, message: string): void {
  if (channels.get(channel)?.has(listener)) listener(message)
}
