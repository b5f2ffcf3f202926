const HEARTBEAT_MS = 5000

/** Prints a message of set-up on stderr: stdout belongs to the program that runs afterwards. */
export function say(text) {
  process.stderr.write(`${text}\n`)
}

/** Runs `work` and prints its beginning, its progress (every 5 s) and its duration. */
export async function step(title, work) {
  const start = Date.now()
  const seconds = () => `${((Date.now() - start) / 1000).toFixed(1)} s`
  say(`set-up: ${title} …`)
  const heartbeat = setInterval(() => say(`set-up: … ${title}, ${seconds()}`), HEARTBEAT_MS)
  try {
    const result = await work()
    say(`set-up: ${title}: done in ${seconds()}`)
    return result
  } catch (error) {
    say(`set-up: ${title}: failed after ${seconds()}`)
    throw error
  } finally {
    clearInterval(heartbeat)
  }
}

/** A reason to stop set-up that the reader can remove: printed without a stack. */
export class SetupProblem extends Error {}

/** Runs a set-up program to its end; prints a SetupProblem and exits with code 1. */
export async function runSetup(work) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error
    say(`set-up: ${error.message}`)
    process.exitCode = 1
  }
}
