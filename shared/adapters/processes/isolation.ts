import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** How programs are started without a network. */
export interface Isolation {
  /** A command line with this beginning runs its program; it has the process id of the command. Empty where the system allows nothing. */
  readonly command: readonly string[]
  /** Why there is a network; null when there is none. */
  readonly problem: string | null
}

/** The system ends the program with its parent, whatever it does (prctl(2), PR_SET_PDEATHSIG). */
const dropRights = ['setpriv', '--inh-caps=-all', '--no-new-privs', '--pdeathsig=KILL']
/**
 * A new network namespace has no interface that is up: not even loopback answers. Root drops all capabilities for good, so that the
 * program cannot return to the network of its parent. Others than root need a user namespace, and have no capabilities in it.
 */
const commands = [
  ['unshare', '--net', '--', ...dropRights, '--bounding-set=-all', '--'],
  ['unshare', '--user', '--map-current-user', '--net', '--', ...dropRights, '--'],
]
const PROBE_MS = 5000

let found: Promise<Isolation> | undefined

/** Finds out once what the system allows. */
export function findIsolation(): Promise<Isolation> {
  found ??= probe()
  return found
}

async function probe(): Promise<Isolation> {
  const problems: string[] = []
  for (const command of commands) {
    const [program = '', ...args] = command
    try {
      await promisify(execFile)(program, [...args, 'true'], { env: {}, timeout: PROBE_MS })
      return { command, problem: null }
    } catch (error) {
      problems.push((error as Error).message.trim())
    }
  }
  return { command: [], problem: `no network namespace: ${problems.join('; ')}` }
}
