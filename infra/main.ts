import { setImmediate as turnOfTheLoop } from 'node:timers/promises'

/**
 * Runs the named parts (all, when none is named) until SIGTERM or SIGINT. Signal handlers are installed before the
 * modules of the service are loaded, which takes a second: a program that is stopped while it loads exits with 0 and
 * starts nothing.
 */
const stopping = Promise.withResolvers<void>()
let isStopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    isStopping = true
    stopping.resolve()
  })
}

const { runService } = await import('./run/service.ts')
// This turn of the event loop delivers a signal that arrived while the modules were loaded.
await turnOfTheLoop()
process.exit(isStopping ? 0 : await runService(process.argv.slice(2), stopping.promise))
