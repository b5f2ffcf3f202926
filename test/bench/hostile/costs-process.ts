import { costsOf, type HostileTask } from './costs.ts'

/** Measures in a process of its own: a call that never ends ends with its process. */
process.on('message', (task: HostileTask) => process.send?.(costsOf(task)))
process.send?.('ready')
