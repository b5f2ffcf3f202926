import { readSecretFile } from '#shared/config/secret-file.ts'
import type { Setting } from '#shared/config/setting-types.ts'
import { settings } from '#shared/config/settings.ts'
import { wrongNames } from '#shared/config/wrong-names.ts'

type ValueOf<T> = T extends Setting<infer Value> ? Value : never

/** All settings by name, parsed and validated. */
export type Config = { readonly [Name in keyof typeof settings]: ValueOf<(typeof settings)[Name]> }

/** All problems of the settings, a line each. */
export class WrongSettings extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`Wrong settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'WrongSettings'
    this.problems = problems
  }
}

/** Reads every setting from `env` or, of a secret, the file that is named there; or its default. Throws `WrongSettings` with all problems at once. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const problems: string[] = []
  const entries = Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    const { source, text } = sourceOf(name, setting, env)
    try {
      return [name, setting.read(text() || setting.fallback)]
    } catch (error) {
      problems.push(`${source} ${(error as Error).message}`)
      return [name, null]
    }
  })
  const config = Object.fromEntries(entries) as Config
  problems.push(...conflicts(config), ...unread(env))
  if (problems.length > 0) throw new WrongSettings(problems)
  return Object.freeze(config)
}

/** The variable that gives the value of a setting, and its text. */
function sourceOf(
  name: string,
  { isSecret }: Setting<unknown>,
  env: Readonly<Record<string, string | undefined>>,
): { source: string; text(): string | undefined } {
  const value = env[name]
  const path = isSecret ? env[`${name}_FILE`] : ''
  if (!path) return { source: name, text: () => value }
  return {
    source: `${name}_FILE`,
    text() {
      if (value) throw new Error(`must not be set together with ${name}`)
      return readSecretFile(path)
    },
  }
}

const DAY_MS = 86_400_000

/** Problems of several settings together. A setting that is wrong by itself is null, and in no conflict. */
function conflicts(config: Config): string[] {
  const problems: string[] = []
  if (config.S3_ENDPOINT !== null && (config.S3_ACCESS_KEY === '' || config.S3_SECRET_KEY === '')) {
    problems.push('S3_ENDPOINT needs S3_ACCESS_KEY and S3_SECRET_KEY')
  }
  if (config.REDIS_CACHE_URL !== null && config.REDIS_URL === null) {
    problems.push('REDIS_CACHE_URL needs REDIS_URL')
  }
  if (config.KAFKA_SASL_MECHANISM !== null && config.KAFKA_USERNAME === '') {
    problems.push('KAFKA_SASL_MECHANISM needs KAFKA_USERNAME and KAFKA_PASSWORD')
  }
  const { BODY_TTL_DAYS: days, EVENT_RETENTION_MS: retention } = config
  if (days !== null && days * DAY_MS < retention) {
    problems.push(
      `BODY_TTL_DAYS (${days}) must not be shorter than EVENT_RETENTION_MS (${retention}): events would name values that are gone`,
    )
  }
  return problems
}

/** Variables that look like settings and are none. An empty one counts as unset. */
function unread(env: Readonly<Record<string, string | undefined>>): string[] {
  const files = Object.entries<Setting<unknown>>(settings).flatMap(([name, { isSecret }]) =>
    isSecret ? [`${name}_FILE`] : [],
  )
  const given = Object.keys(env).filter((name) => env[name])
  return wrongNames(given, [...Object.keys(settings), ...files])
}
