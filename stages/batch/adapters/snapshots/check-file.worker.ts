import type { ThreadPool } from '#shared/async/threads/thread-pool.ts'
import { serveProgram } from '#shared/async/threads/thread-program.ts'
import { checkFile } from './check-file.ts'

const program = { check: checkFile } as const
serveProgram(program)

/** The thread that checks a file: of a large one, that takes seconds. */
export type CheckPool = ThreadPool<typeof program>
