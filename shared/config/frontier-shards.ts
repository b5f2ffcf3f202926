import type { Config } from '#shared/config/config.ts'

/** The number of shards of the frontier; 0 = none: it is one file of one batch part. The embedded log has no shards. */
export function frontierShards({
  KAFKA_BROKERS,
  FRONTIER_SHARDS,
}: Pick<Config, 'KAFKA_BROKERS' | 'FRONTIER_SHARDS'>): number {
  return KAFKA_BROKERS === null ? 0 : FRONTIER_SHARDS
}
