import { printable } from '../../printable.ts'
import { formatDuration, formatMegabytes, percent } from './format.ts'
import { colored, formatBlock, formatLogLine, truncated, type ViewModel } from './view.ts'

/** How far a submission is. */
export interface UploadProgress {
  readonly bytes: number
  /** In bytes; null when nobody knows. */
  readonly total: number | null
  /** All is sent, and the service still takes it in. */
  readonly isAll: boolean
  readonly seconds: number
}

/** What happens, shown to a person or written to a log; results and ids never go here. */
export interface Display {
  upload(sent: UploadProgress): void
  progress(view: ViewModel): void
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
const MIN_COLUMNS = 20
const DEFAULT_COLUMNS = 80
const DEFAULT_ROWS = 24

/** One block that is drawn again in its place. It never uses the last column: some terminals break the line there. */
export function terminalDisplay(terminal: Terminal, hasColors: boolean): Display {
  let drawn: readonly string[] = []
  const columns = () => {
    const { columns: reported = DEFAULT_COLUMNS } = terminal
    return (reported < MIN_COLUMNS ? DEFAULT_COLUMNS : reported) - 1
  }

  /** Back to where the block begins; a terminal made narrower has broken its lines. */
  const erase = () => {
    const rows = drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / (columns() + 1))), 0)
    return rows === 0 ? '' : `\x1b[${rows}A\r\x1b[J`
  }

  /** What has scrolled out of the terminal can't be drawn again: the end of a block that is too long is left out. */
  function draw(block: readonly string[], note = ''): void {
    const lines = block.slice(0, Math.max(1, (terminal.rows || DEFAULT_ROWS) - 1))
    const plain = lines.map(printable)
    const shown = hasColors ? colored(plain) : plain
    terminal.write(`${erase()}${note}${shown.map((line) => `${line}\n`).join('')}`)
    drawn = lines
  }

  return {
    upload: (sent) => draw([truncated(formatUpload(sent), columns())]),
    progress: (view) => draw(formatBlock(view, columns())),
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
  let pending: string | null = null
  function line(text: string): void {
    pending = text
    if (now() - last < LINE_EVERY_MS) return
    last = now()
    flush()
  }
  function flush(): void {
    if (pending !== null) output.write(`${printable(pending)}\n`)
    pending = null
  }
  return {
    upload: (sent) => line(formatUpload(sent)),
    progress: (view) => line(formatLogLine(view)),
    note: (text) => void output.write(`${printable(text)}\n`),
    end: flush,
  }
}

function formatUpload({ bytes, total, isAll, seconds }: UploadProgress): string {
  if (isAll) return `sent all ${formatMegabytes(bytes)}, the service takes it in, ${formatDuration(seconds)}`
  const share =
    total === null || total === 0 ? '' : ` of ${formatMegabytes(total)} (${percent(bytes, total)} %)`
  return `sent ${formatMegabytes(bytes)}${share}, ${formatDuration(seconds)}`
}
