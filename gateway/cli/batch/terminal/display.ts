import { printable } from '../../printable.ts'
import {
  colored,
  formatBlock,
  formatDuration,
  formatInteger,
  formatLogLine,
  formatMegabytes,
  percent,
  truncated,
  type ViewModel,
} from './view.ts'

/** The progress of an upload. */
export interface UploadProgress {
  readonly bytes: number
  /** Size in bytes; null when it is not known. */
  readonly total: number | null
  /** Lines that the service has. */
  readonly lines: number
  readonly seconds: number
}

/** Shows progress to a person or writes it to a log. Results and ids never go here. */
export interface Display {
  upload(sent: UploadProgress): void
  progress(view: ViewModel): void
  /** Prints a message that stays on the screen. */
  note(text: string): void
  /** Leaves the last view on the screen; more messages may follow. */
  end(): void
}

/** The part of a terminal that a display needs. */
export interface Terminal {
  readonly columns?: number
  readonly rows?: number
  write(text: string): unknown
}

/** A view needs this width. A terminal that reports less, or no width, gets the default. */
const MIN_COLUMNS = 20
const DEFAULT_COLUMNS = 80
const DEFAULT_ROWS = 24

/** A block that is drawn again in place. It never uses the last column, since some terminals break the line there. */
export function terminalDisplay(terminal: Terminal, hasColors: boolean): Display {
  let drawn: readonly string[] = []
  const columns = () => {
    const { columns: reported = DEFAULT_COLUMNS } = terminal
    return (reported < MIN_COLUMNS ? DEFAULT_COLUMNS : reported) - 1
  }

  /** Moves to the start of the block. A terminal that was made narrower has wrapped its lines. */
  const erase = () => {
    const rows = drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / (columns() + 1))), 0)
    return rows === 0 ? '' : `\x1b[${rows}A\r\x1b[J`
  }

  /** Lines that scrolled off the terminal cannot be drawn again, so a block that is too long is cut at its end. */
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

/** Time between two lines of a log, in milliseconds. */
const LINE_EVERY_MS = 10_000

/** Plain lines, at most one every 10 s, for output that is not a terminal. `now` returns milliseconds. */
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

function formatUpload({ bytes, total, lines, seconds }: UploadProgress): string {
  const share =
    total === null || total === 0 ? '' : ` of ${formatMegabytes(total)} (${percent(bytes, total)} %)`
  return `sent ${formatMegabytes(bytes)}${share}, ${formatInteger(lines)} lines, ${formatDuration(seconds)}`
}
