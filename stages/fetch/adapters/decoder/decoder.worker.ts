import { writeFileSync } from 'node:fs'
import { type DecoderTask, runDecoderTask } from '../../images/decoder-program.ts'

// The program of a decoder process (`decoder-process.ts`), which runs one task at a time.

/** Where memory runs out, Linux ends this process and not its parent (proc(5), oom_score_adj). */
function endFirstWithoutMemory(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Another system, or one that forbids it.
  }
}

/** Ends with the parent. An orderly exit would wait for a decoder that is running. */
function endAtOnce(): void {
  process.kill(process.pid, 'SIGKILL')
}

process.on('message', async (task) => process.send?.(await runDecoderTask(task as DecoderTask)))
process.on('disconnect', endAtOnce)
endFirstWithoutMemory()
process.send?.({ kind: 'ready' })
