import { type KafkaSettings, kafkaSettings } from '#shared/adapters/kafka/connection/options.ts'

/** The settings of a client of these brokers. */
export function settingsFor(...brokers: readonly { readonly address: string }[]): KafkaSettings {
  return kafkaSettings({
    brokers: brokers.map(({ address }) => address),
    ssl: false,
    sasl: null,
    topicPrefix: '',
    partitions: 1,
    replication: 1,
  })
}
