import type { ThreadPool } from '#shared/async/threads/thread-pool.ts'
import { serveProgram } from '#shared/async/threads/thread-program.ts'
import { analyseScripts } from './analyse-code.ts'

const program = { analyse: analyseScripts } as const
serveProgram(program)

/** Threads that read the scripts of pages. */
export type CodePool = ThreadPool<typeof program>
