import type { Config } from '#shared/config.ts'

/** The values of the settings that no log may show. */
export function secretsOf(config: Config): string[] {
  const { PAGEPROBE_API_KEY, KAFKA_PASSWORD, S3_SECRET_KEY, REDIS_URL } = config
  const passwords = REDIS_URL === null ? [] : passwordsOf(REDIS_URL)
  return [PAGEPROBE_API_KEY ?? '', KAFKA_PASSWORD, S3_SECRET_KEY, ...passwords].filter((one) => one !== '')
}

function passwordsOf(text: string): string[] {
  const { password } = new URL(text)
  return [password, decoded(password)]
}

/** A `%` that encodes nothing stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
