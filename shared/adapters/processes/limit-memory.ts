import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const PROGRAM_MS = 5000
const KIB = 1024

/**
 * Lets this process take at most `bytes` of memory more than it has, in all its native code, and write no core file: RLIMIT_DATA and
 * RLIMIT_CORE (getrlimit(2)), for good. Returns why that failed, or null.
 */
export function limitMemory(bytes: number): string | null {
  try {
    const most = dataBytes() + bytes
    const limits = [`--data=${most}:${most}`, '--core=0:0']
    // Node.js cannot call setrlimit(2).
    execFileSync('prlimit', [`--pid=${process.pid}`, ...limits], {
      env: {},
      stdio: 'pipe',
      timeout: PROGRAM_MS,
    })
    return null
  } catch (error) {
    return `no limit of memory: ${(error as Error).message.trim()}`
  }
}

/** What counts against the limit so far: V8 reserves far more than it uses (proc(5), VmData). */
function dataBytes(): number {
  const [, kib] = /^VmData:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  if (kib === undefined) throw new Error('/proc/self/status has no VmData')
  return Number(kib) * KIB
}
