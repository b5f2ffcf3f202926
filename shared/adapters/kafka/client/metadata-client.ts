import { withTimeout, withTimeoutOrNull } from '#shared/async/timeout.ts'
import { type Broker, type ClusterMetadata, makeBroker } from './broker.ts'
import type { KafkaSettings } from './options.ts'
import { type ReconnectingClient, reconnectingClient } from './reconnecting-client.ts'

/** Sends requests that any broker of the cluster can answer. */
export interface MetadataClient {
  /** The metadata from the first broker that answers. Rejects if none does within the ping timeout. */
  metadata(topics: readonly string[]): Promise<ClusterMetadata>
  /** Replaces the list of brokers by these and the configured ones. */
  setBrokers(addresses: readonly string[]): void
  close(): Promise<void>
}

/** After this silence of a broker the request is sent to the next broker as well. */
const HEDGE_MS = 150

/**
 * Opens a client with connections of its own: a broker answers the requests of one connection in order, so a
 * slow request would delay this one.
 */
export function openMetadataClient(settings: KafkaSettings): MetadataClient {
  const limitMs = settings.pingTimeoutMs
  /** By address; the broker that answered most recently is the last entry. */
  const brokers = new Map<string, ReconnectingClient<Broker>>()

  function setBrokers(addresses: readonly string[]): void {
    const all = new Set([...settings.brokers, ...addresses])
    for (const [address, broker] of brokers) {
      if (all.has(address)) continue
      brokers.delete(address)
      void broker.close()
    }
    for (const address of all) {
      if (brokers.has(address)) continue
      brokers.set(
        address,
        reconnectingClient(() => makeBroker(address, settings, limitMs)),
      )
    }
  }

  async function request(address: string, topics: readonly string[]): Promise<ClusterMetadata> {
    const broker = brokers.get(address) as ReconnectingClient<Broker>
    const answer = await broker.use(limitMs, (client) => client.metadata(topics))
    if (brokers.delete(address)) brokers.set(address, broker)
    return answer
  }

  setBrokers([])
  return {
    metadata(topics) {
      const latestFirst = [...brokers.keys()].toReversed()
      return withTimeout(
        limitMs,
        hedged(latestFirst, (address) => request(address, topics)),
      )
    },
    setBrokers,
    async close() {
      await Promise.all([...brokers.values()].map((broker) => broker.close()))
    },
  }
}

/**
 * Hedged request: sends to the next entry of the list once all previous ones have failed or have been silent
 * for `HEDGE_MS`. Resolves with the first response.
 */
async function hedged<T>(list: readonly string[], request: (one: string) => Promise<T>): Promise<T> {
  const attempts: Promise<T>[] = []
  for (const one of list) {
    attempts.push(request(one))
    const first = await withTimeoutOrNull(
      Promise.any(attempts).catch(() => null),
      HEDGE_MS,
    )
    if (first !== null) return first
  }
  return Promise.any(attempts)
}
