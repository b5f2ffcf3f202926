import { type Broker, makeBroker } from './broker.ts'
import type { MetadataCache } from './cluster-metadata.ts'
import type { KafkaSettings } from './options.ts'

/**
 * Runs `work` with the broker that changes the cluster, on a connection of its own: other brokers reject such requests, if
 * the brokers are controllers as well.
 */
export async function withController<T>(
  metadata: MetadataCache,
  settings: KafkaSettings,
  work: (broker: Broker) => Promise<T>,
): Promise<T> {
  const { brokers, controllerId } = await metadata.askAny((broker) => broker.metadata([]))
  const controller = brokers.find(({ nodeId }) => nodeId === controllerId)
  if (controller === undefined) throw new Error('The cluster has no controller')
  const address = `${controller.host}:${controller.port}`
  const broker = makeBroker(address, settings, settings.requestTimeoutMs)
  try {
    return await work(broker)
  } finally {
    await broker.close()
  }
}
