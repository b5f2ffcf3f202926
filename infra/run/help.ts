import { settings } from '#shared/config/settings.ts'
import { partNames } from '../process/parts.ts'

/** The text of `npm start -- --help`. */
export function helpText(): string {
  const width = Math.max(...Object.keys(settings).map((name) => name.length))
  const lines = Object.entries(settings).map(([name, { fallback, meaning }]) => {
    return `  ${name.padEnd(width)}  ${meaning}${fallback === '' ? '' : ` (${fallback})`}`
  })
  return [
    'npm start                 all parts in one process, nothing to configure',
    `npm start -- <parts>      only these parts, of: ${partNames.join(' ')}`,
    '                          (needs KAFKA_BROKERS, REDIS_URL and S3_ENDPOINT)',
    '',
    'Settings are environment variables (default in brackets):',
    ...lines,
  ].join('\n')
}
