import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'

/** To be imported before a program: its threads start slowly. */
if (!isMainThread) await sleep(2000)
