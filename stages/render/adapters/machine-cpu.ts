import { readFileSync } from 'node:fs'

/** Milliseconds of a tick of /proc/stat: USER_HZ is 100 on all platforms of Chromium. */
const TICK_MS = 10

/**
 * Busy time of all cores of the machine since its start, in milliseconds, including time stolen by its hypervisor; null where there is
 * no /proc.
 */
export function machineBusyMs(): number | null {
  const text = read()
  // proc(5): user nice system idle iowait irq softirq steal; the fields after them are part of user and nice.
  const fields = /^cpu +(.*)$/m.exec(text)?.[1]?.split(' ').map(Number) ?? []
  const [user = Number.NaN, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = fields
  const busy = (user + nice + system + irq + softirq + steal) * TICK_MS
  return Number.isNaN(busy) ? null : busy
}

/** Empty where there is no /proc. */
function read(): string {
  try {
    return readFileSync('/proc/stat', 'latin1')
  } catch {
    return ''
  }
}
