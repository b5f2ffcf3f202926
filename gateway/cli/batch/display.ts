import { printable } from '../printable.ts'
import { duration, megabytes, percent } from './figures.ts'
import { blockOf, clipped, coloured, lineOf, type Scene } from './view.ts'

/** How far a submission is. */
export interface Sent {
  readonly bytes: number
  /** In bytes; null when nobody knows. */
  readonly total: number | null
  /** All is sent, and the service still takes it in. */
  readonly isAll: boolean
  readonly seconds: number
}

/** What happens, shown to a person or written to a log; results and ids never go here. */
export interface Display {
  sending(sent: Sent): void
  progress(scene: Scene): void
  /** Something to know that stays on the screen. */
  note(text: string): void
  /** Leaves the last view standing; more notes may follow. */
  end(): void
}

/** What a display needs of a terminal. */
export interface Terminal {
  readonly columns?: number
  readonly rows?: number
  write(text: string): unknown
}

/** Shorter than this, a view says nothing; so a terminal that tells no width, or none, gets the usual one. */
const LEAST_COLUMNS = 20
const USUAL_COLUMNS = 80
const USUAL_ROWS = 24

/** One block that is drawn again in its place. It never uses the last column: some terminals break the line there. */
export function terminalDisplay(terminal: Terminal, hasColours: boolean): Display {
  let drawn: readonly string[] = []
  const columns = () => {
    const { columns: told = USUAL_COLUMNS } = terminal
    return (told < LEAST_COLUMNS ? USUAL_COLUMNS : told) - 1
  }

  /** Back to where the block begins; a terminal made narrower has broken its lines. */
  const erase = () => {
    const rows = drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / (columns() + 1))), 0)
    return rows === 0 ? '' : `\x1b[${rows}A\r\x1b[J`
  }

  /** What has scrolled out of the terminal can't be drawn again: the end of a block that is too long is left out. */
  function draw(block: readonly string[], note = ''): void {
    const lines = block.slice(0, Math.max(1, (terminal.rows || USUAL_ROWS) - 1))
    const plain = lines.map(printable)
    const shown = hasColours ? coloured(plain) : plain
    terminal.write(`${erase()}${note}${shown.map((line) => `${line}\n`).join('')}`)
    drawn = lines
  }

  return {
    sending: (sent) => draw([clipped(sendingLine(sent), columns())]),
    progress: (scene) => draw(blockOf(scene, columns())),
    note: (text) => draw(drawn, `${printable(text)}\n`),
    end() {
      drawn = []
    },
  }
}

/** Between two lines of a log, in milliseconds. */
const LINE_EVERY_MS = 10_000

/** Plain lines, one every 10 s at most, for what is no terminal. `now` in milliseconds. */
export function lineDisplay(output: Terminal, now: () => number): Display {
  let last = now()
  let open: string | null = null
  function line(text: string): void {
    open = text
    if (now() - last < LINE_EVERY_MS) return
    last = now()
    flush()
  }
  function flush(): void {
    if (open !== null) output.write(`${printable(open)}\n`)
    open = null
  }
  return {
    sending: (sent) => line(sendingLine(sent)),
    progress: (scene) => line(lineOf(scene)),
    note: (text) => void output.write(`${printable(text)}\n`),
    end: flush,
  }
}

function sendingLine({ bytes, total, isAll, seconds }: Sent): string {
  if (isAll) return `sent all ${megabytes(bytes)}, the service takes it in, ${duration(seconds)}`
  const share = total === null || total === 0 ? '' : ` of ${megabytes(total)} (${percent(bytes, total)} %)`
  return `sent ${megabytes(bytes)}${share}, ${duration(seconds)}`
}
