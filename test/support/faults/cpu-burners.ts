import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Processes that use all CPU they get. */
export interface CpuBurners {
  stop(): void
}

/** Starts so many. They end with this process in any case. */
export function startCpuBurners(count: number): CpuBurners {
  const program = join(import.meta.dirname, 'cpu-burner.ts')
  const burners = Array.from({ length: count }, () => spawn(process.execPath, [program], { stdio: 'ignore' }))
  return {
    stop() {
      for (const burner of burners) burner.kill('SIGKILL')
    },
  }
}
