import { UsageError } from '../options.ts'
import { callsTo } from './calls.ts'
import type { Surroundings } from './command.ts'
import { type Display, lineDisplay, terminalDisplay } from './display.ts'
import { makePatience } from './patience.ts'
import { batchService } from './service.ts'

const DEFAULT_URL = 'http://127.0.0.1:8080'

/** What a command works with, for a process; `close` leaves nothing open. Throws a UsageError for wrong settings. */
export function surroundingsOf(process: NodeJS.Process, signal: AbortSignal) {
  const { env, stderr, stdout } = process
  const display = displayFor(stderr, env)
  const settings = settingsFrom(env)
  const calls = callsTo({ ...settings, signal })
  let isReading = false
  const surroundings: Surroundings = {
    service: batchService(calls, settings.url),
    display,
    patience: makePatience({ signal, tell: display.note }),
    signal,
    stdin() {
      isReading = true
      return process.stdin
    },
    stdout,
    folder: folderOf(process),
  }
  async function close(): Promise<void> {
    if (isReading) process.stdin.destroy()
    await calls.close()
  }
  return { surroundings, close }
}

/** The service's URL and key. */
function settingsFrom(env: NodeJS.ProcessEnv): { url: string; key: string | null } {
  const { PAGEPROBE_URL: url, PAGEPROBE_API_KEY: key } = env
  const problems = [urlProblem(url || DEFAULT_URL), keyProblem(key ?? '')].filter((one) => one !== null)
  if (problems.length > 0) throw new UsageError(problems)
  return { url: (url || DEFAULT_URL).replace(/\/+$/, ''), key: key?.trim() || null }
}

function urlProblem(url: string): string | null {
  const { protocol = '', search = '', hash = '' } = URL.parse(url) ?? {}
  const isRight = /^https?:$/.test(protocol) && search === '' && hash === ''
  return isRight ? null : `PAGEPROBE_URL must be the http or https URL of the service, not "${url}"`
}

/** The key itself is not repeated. */
function keyProblem(key: string): string | null {
  return /^[\x21-\x7e]*$/.test(key.trim())
    ? null
    : 'PAGEPROBE_API_KEY must be a key as `keys create` prints it'
}

function displayFor(stderr: NodeJS.WriteStream, { TERM }: NodeJS.ProcessEnv): Display {
  const isTerminal = stderr.isTTY && TERM !== 'dumb'
  return isTerminal
    ? terminalDisplay(stderr, stderr.hasColors())
    : lineDisplay(stderr, () => performance.now())
}

/** npm runs scripts in the root of the checkout, and tells where it was called. */
function folderOf(process: NodeJS.Process): string {
  const { npm_lifecycle_event: script, INIT_CWD: caller } = process.env
  return script === 'batch' && caller ? caller : process.cwd()
}
