import { type Broker, makeBroker } from './broker.ts'
import type { KafkaSettings } from './options.ts'

/** Clients of brokers, by address (host:port), which connect when they are first used. */
export type BrokerClients = ReturnType<typeof openBrokerClients>

/** A request without an answer within `timeoutMs` fails. */
export function openBrokerClients(settings: KafkaSettings, timeoutMs: number) {
  const clients = new Map<string, Broker>()
  return {
    of(address: string): Broker {
      const client = clients.get(address) ?? makeBroker(address, settings, timeoutMs)
      clients.set(address, client)
      return client
    },
    async close(): Promise<void> {
      await Promise.all([...clients.values()].map((client) => client.close()))
    },
  }
}
