import type { Config } from '#shared/config/config.ts'
import { redisPasswords } from '#shared/config/redis-address.ts'

/** The values of the settings that must not appear in logs. */
export function secretsOf(config: Config): string[] {
  const { PAGEPROBE_API_KEY, KAFKA_PASSWORD, S3_SECRET_KEY, REDIS_SENTINEL_PASSWORD } = config
  const stores = [config.REDIS_URL, config.REDIS_CACHE_URL].flatMap((url) => redisPasswords(url ?? ''))
  const all = [PAGEPROBE_API_KEY ?? '', KAFKA_PASSWORD, S3_SECRET_KEY, REDIS_SENTINEL_PASSWORD, ...stores]
  return all.filter((secret) => secret !== '')
}
