import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import type { GuardTask } from './main-thread-guard.ts'

const { turns, checkMs, silenceMs } = workerData as GuardTask
const STDERR = 2
let seen = Atomics.load(turns, 0)
let silentChecks = 0

setInterval(() => {
  const now = Atomics.load(turns, 0)
  silentChecks = now === seen ? silentChecks + 1 : 0
  seen = now
  if (silentChecks * checkMs < silenceMs) return
  // The log of the process is written by the thread that is stopped.
  writeSync(STDERR, `the main thread has not turned for ${silenceMs} ms; ending the process\n`)
  process.kill(process.pid, 'SIGKILL')
}, checkMs)
