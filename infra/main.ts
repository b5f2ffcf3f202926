import { readConfig, WrongSettings } from '#shared/config.ts'
import { makeLog } from '#shared/log.ts'
import { helpText } from './help.ts'
import { partsOf, StartError } from './parts.ts'
import { runParts } from './run-parts.ts'

/** Everything must have ended this long after SIGTERM. */
const DRAIN_MS = 20_000

/** Runs the named parts (all, when none is named) until SIGTERM or SIGINT. */
async function main(names: readonly string[]): Promise<void> {
  if (names.includes('--help')) return print(helpText())
  const parts = partsOf(names)
  const config = readConfig()
  const logger = makeLog(config.LOG_LEVEL)
  const stopping = Promise.withResolvers<null>()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.resolve(null))
  const running = await Promise.race([runParts(parts, config, logger, print), stopping.promise])
  if (running === null) return // stopped while starting: nothing was taken yet
  await stopping.promise
  setTimeout(() => process.exit(1), DRAIN_MS).unref()
  await running.stop()
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

try {
  await main(process.argv.slice(2))
  process.exit(0)
} catch (error) {
  const isForeseen = error instanceof WrongSettings || error instanceof StartError
  process.stderr.write(`${isForeseen ? error.message : (error as Error).stack}\n`)
  process.exit(1)
}
