import { type DecoderTask, runDecoderTask } from '../../images/decoder-program.ts'

// The program of a decoder process (`decoder-processes.ts`), which runs one task at a time. It ends with its parent.
process.on('message', async (task) => process.send?.(await runDecoderTask(task as DecoderTask)))
process.on('disconnect', () => process.exit())
process.send?.({ kind: 'ready' })
