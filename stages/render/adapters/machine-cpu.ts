import { readFileSync } from 'node:fs'

/** Milliseconds of a tick of /proc/stat: USER_HZ is 100 on all that Chromium runs on. */
const TICK_MS = 10

/**
 * Milliseconds that the machine's cores were busy since it started, all together, time that its host took from it included;
 * null where the system does not tell.
 */
export function machineBusyMs(): number | null {
  const text = read()
  // proc(5): user nice system idle iowait irq softirq steal, then what is in user and nice already.
  const fields = /^cpu +(.*)$/m.exec(text)?.[1]?.split(' ').map(Number) ?? []
  const [user = Number.NaN, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = fields
  const busy = (user + nice + system + irq + softirq + steal) * TICK_MS
  return Number.isNaN(busy) ? null : busy
}

/** Nothing where there is no /proc. */
function read(): string {
  try {
    return readFileSync('/proc/stat', 'latin1')
  } catch {
    return ''
  }
}
