import { type Broker, makeBroker } from '../connection/broker.ts'
import type { KafkaSettings } from '../connection/options.ts'
import type { NewBatch } from '../protocol/batch-encoder.ts'
import { BrokerSender } from './broker-sender.ts'

export type BrokerSenders = ReturnType<typeof makeBrokerSenders>

/**
 * One sender per broker: a broker that is slow or down delays only its own records. Connects at the first
 * append. Calls `onFailure` after each produce request that failed as a whole.
 */
export function makeBrokerSenders(settings: KafkaSettings, onFailure: () => void) {
  const senders = new Map<string, BrokerSender>()
  const brokers: Broker[] = []

  function open(address: string): BrokerSender {
    const broker = makeBroker(address, settings, settings.appendTimeoutMs)
    brokers.push(broker)
    const { appendMaxBytes: maxBytes, appendMaxRecords: maxRecords, appendLingerMs: lingerMs } = settings
    const send = (batches: readonly NewBatch[]) =>
      broker.produce(batches, settings.appendTimeoutMs).catch((error) => {
        onFailure()
        throw error
      })
    return new BrokerSender({ send, maxBytes, maxRecords, lingerMs })
  }

  return {
    /** The sender to the broker at `address` (host:port), with its own connection. */
    forBroker(address: string): BrokerSender {
      const sender = senders.get(address) ?? open(address)
      senders.set(address, sender)
      return sender
    },
    /** Disconnects; a request in flight fails. */
    async close(): Promise<void> {
      await Promise.all(brokers.map((broker) => broker.close()))
    },
  }
}
