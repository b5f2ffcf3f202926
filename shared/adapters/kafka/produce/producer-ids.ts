import type { MetadataCache } from '../connection/cluster-metadata.ts'
import type { KafkaSettings } from '../connection/options.ts'
import { errorType } from '../protocol/kafka-error.ts'

/** By which brokers tell the batches of this process from those of others. */
export interface ProducerId {
  readonly producerId: bigint
  readonly epoch: number
}

/** Of a producer that the cluster grants no id: what it sends again may be a second record. */
export const NO_PRODUCER: ProducerId = { producerId: -1n, epoch: -1 }

/** The ids that the cluster has given to this process, the latest of which all partitions may share. */
export function openProducerIds(metadata: MetadataCache, { log }: Pick<KafkaSettings, 'log'>) {
  let latest: ProducerId | null = null
  let requesting: Promise<ProducerId> | null = null
  let isReported = false

  async function request(): Promise<ProducerId> {
    try {
      return await metadata.askAny((broker) => broker.initProducerId())
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (!isReported)
        log?.warn({}, 'Kafka: the user may not be an idempotent producer; records may be repeated')
      isReported = true
      return NO_PRODUCER
    }
  }

  async function renew(): Promise<ProducerId> {
    try {
      latest = await request()
      return latest
    } finally {
      requesting = null
    }
  }

  return {
    /**
     * The latest id, or a new one if that is the `former`. Asks the cluster once for all that wait. Rejects if no broker
     * answers in time.
     */
    async other(former: ProducerId | null): Promise<ProducerId> {
      if (latest !== null && latest !== former) return latest
      requesting ??= renew()
      return requesting
    },
  }
}

/** Whether all brokers that were asked have refused it, or one by itself. */
function isRefusal(error: unknown): boolean {
  const errors = error instanceof AggregateError ? error.errors : [error]
  return errors.some((one) => errorType(one) === 'CLUSTER_AUTHORIZATION_FAILED')
}
