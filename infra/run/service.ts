import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import { readConfig, WrongSettings } from '#shared/config/config.ts'
import { settingGroups } from '#shared/config/setting-types.ts'
import { settings } from '#shared/config/settings.ts'
import { makeLog } from '#shared/log.ts'
import { areAllParts, parseParts, partNames, StartError } from '../process/parts.ts'
import { makePrivate, secretsOf, tightenData } from '../process/private-data.ts'
import { forkRender } from '../render/render-child.ts'
import { type Running, runParts } from './run-parts.ts'
import { topicsText } from './topics-text.ts'

/** The process ends at the latest this long after SIGTERM. */
const DRAIN_MS = 20_000
/** Time for an aborted start to reach a point where it can be stopped. */
const ABANDON_TIMEOUT_MS = 3000

/**
 * Runs the named parts (all, when none is named) until `stopping`. Returns the exit code; prints the reason of a
 * failure on stderr.
 */
export async function runService(names: readonly string[], stopping: Promise<unknown>): Promise<number> {
  try {
    await run(names, stopping)
    return 0
  } catch (error) {
    const isStartError = error instanceof WrongSettings || error instanceof StartError
    process.stderr.write(`${isStartError ? error.message : (error as Error).stack}\n`)
    return 1
  }
}

async function run(names: readonly string[], stopping: Promise<unknown>): Promise<void> {
  if (names.includes('--help')) return print(helpText())
  if (names.includes('--topics')) return print(topicsText(readConfig()))
  const parts = parseParts(names)
  const config = readConfig()
  const logger = makeLog(config.LOG_LEVEL, secretsOf(config))
  makePrivate()
  await tightenData(config.DATA_DIR, logger)
  const starting = runParts(parts, config, logger, print, areAllParts(parts) ? forkRender(logger) : null)
  const running = await Promise.race([starting, stopping.then(() => null)])
  if (running === null) return abandonStart(starting)
  const failure = await Promise.race([running.failed, stopping.then(() => null)])
  setTimeout(() => process.exit(1), DRAIN_MS).unref()
  await running.stop()
  if (failure !== null) throw failure
}

/** Stops a start in progress. The start may wait for a service forever, but parts that already run are drained. */
async function abandonStart(starting: Promise<Running>): Promise<void> {
  const stopped = starting.then((running) => running.stop())
  await withTimeoutOrNull(stopped, ABANDON_TIMEOUT_MS)
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** The text of `npm start -- --help`. */
export function helpText(): string {
  const secrets = Object.entries(settings).flatMap(([name, one]) => ('isSecret' in one ? [name] : []))
  return [
    'npm start                 all parts in one process, nothing to configure',
    `npm start -- <parts>      only these parts, of: ${partNames.join(' ')}`,
    '                          (needs KAFKA_BROKERS, REDIS_URL and S3_ENDPOINT)',
    'npm start -- --topics     prints consumer groups, topics and metrics for autoscaling as JSON',
    '',
    'Settings are environment variables (default in brackets). Secrets may be in files:',
    `NAME_FILE names the file, for ${secrets.join(', ')}.`,
    ...Object.entries(settingGroups).flatMap(([group, about]) => ['', about, ...helpLines(group)]),
  ].join('\n')
}

/** A line for each setting of a group. */
function helpLines(ofGroup: string): string[] {
  const width = Math.max(...Object.keys(settings).map((name) => name.length))
  return Object.entries(settings)
    .filter(([, { group }]) => group === ofGroup)
    .map(([name, { fallback, meaning }]) => {
      return `  ${name.padEnd(width)}  ${meaning}${fallback === '' ? '' : ` (${fallback})`}`
    })
}
