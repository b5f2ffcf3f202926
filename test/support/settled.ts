import { setImmediate as turn } from 'node:timers/promises'

/** Turns of the event loop without a change after which nothing is under way. */
const QUIET_TURNS = 200

/** Waits until a value stops to change: whatever moves it has come to rest, however fast this machine is. */
export async function settled(read: () => number): Promise<number> {
  let value = read()
  for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
    await turn()
    if (read() !== value) quiet = 0
    value = read()
  }
  return value
}
