import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'

/** Import it before a program: its threads then start slowly. */
if (!isMainThread) await sleep(2000)
