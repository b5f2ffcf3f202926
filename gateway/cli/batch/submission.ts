import { type ExitCode, type Surroundings, unlessInterrupted } from './command.ts'
import { writeOut } from './sink.ts'
import { rejections, type Status } from './status.ts'
import { summaryOf } from './view.ts'
import { watchToEnd } from './watch.ts'

/** Hands a batch over and prints its id; with `isWaiting`, stays until the batch has ended. */
export async function handOver(
  surroundings: Surroundings,
  send: () => Promise<Status>,
  isWaiting: boolean,
): Promise<ExitCode> {
  const { display, signal } = surroundings
  const status = await unlessInterrupted(signal, 'Nothing was submitted', send)
  display.end()
  await tellId(surroundings, status.id)
  noteRejections(surroundings, status)
  if (!isWaiting) return status.counts.rejected > 0 ? 2 : 0
  return waitFor(surroundings, status.id, status.counts.rejected)
}

/** The batch runs, whoever hears of it: its id must not be lost with the output. */
async function tellId({ display, stdout }: Surroundings, id: string): Promise<void> {
  try {
    await writeOut(stdout, `${id}\n`)
  } catch (error) {
    display.note(`The batch ${id} was submitted, and goes on`)
    throw error
  }
}

/** Shows a batch until it has ended. `rejectedBefore` lines have been told already. */
export async function waitFor(
  surroundings: Surroundings,
  id: string,
  rejectedBefore: number,
): Promise<ExitCode> {
  const { display, signal } = surroundings
  const goesOn = `The batch ${id} goes on. Watch it: npm run -s batch -- status ${id} --wait
Cancel it: npm run -s batch -- cancel ${id}`
  const status = await unlessInterrupted(signal, goesOn, () => watchToEnd(id, surroundings))
  if (status.counts.rejected > rejectedBefore) noteRejections(surroundings, status)
  display.note(summaryOf(status))
  if (status.state === 'cancelled') return 1
  return status.counts.rejected > 0 ? 2 : 0
}

function noteRejections({ display }: Surroundings, status: Status): void {
  for (const line of rejections(status)) display.note(line)
}
