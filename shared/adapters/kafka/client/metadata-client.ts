import { setTimeout as sleep } from 'node:timers/promises'
import { type Broker, type ClusterMetadata, makeBroker } from './broker.ts'
import type { KafkaSettings } from './options.ts'
import { type ReconnectingClient, reconnectingClient } from './reconnecting-client.ts'
import { withTimeout } from './with-timeout.ts'

/** Questions that every broker of the cluster can answer. */
export interface MetadataClient {
  /** Of the first broker that answers; rejects when none does within the ping's time. */
  metadata(topics: readonly string[]): Promise<ClusterMetadata>
  /** Those, and the ones that the settings name, are asked from now on. */
  setBrokers(addresses: readonly string[]): void
  close(): Promise<void>
}

/** A broker that is silent for so long is not the only one that is asked. */
const HEDGE_MS = 150

/** Has connections of its own: on one and the same, a broker answers nothing before what was asked before. */
export function openMetadataClient(settings: KafkaSettings): MetadataClient {
  const limitMs = settings.pingTimeoutMs
  /** By address; who answered last comes last. */
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

/** The first answer; who comes later in the list is asked once all before failed or were silent for `HEDGE_MS`. */
async function hedged<T>(list: readonly string[], request: (one: string) => Promise<T>): Promise<T> {
  const attempts: Promise<T>[] = []
  for (const one of list) {
    attempts.push(request(one))
    const first = await Promise.race([Promise.any(attempts).catch(() => null), sleep(HEDGE_MS, null)])
    if (first !== null) return first
  }
  return Promise.any(attempts)
}
