import type { ThreadPool } from '#shared/async/threads/thread-pool.ts'
import { serveProgram } from '#shared/async/threads/thread-program.ts'
import { readTrace } from '../main-thread/read-trace.ts'
import { analyseCode } from './analyse-code.ts'

const program = { analyse: analyseCode, readTrace } as const
serveProgram(program)

/** Threads that read the code and the traces of pages. */
export type CodePool = ThreadPool<typeof program>
