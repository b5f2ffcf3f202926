/** Health check of the image: exits with 0 when the given URL answers with a success, else with 1 and the reason. */
const TIMEOUT_MS = 4000

const url = process.argv[2] ?? ''
const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: unknown) => error)
if (answer instanceof Response && answer.ok) process.exit(0)
process.stderr.write(`${url}: ${answer instanceof Response ? answer.status : String(answer)}\n`)
process.exit(1)

export {}
