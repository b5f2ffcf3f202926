import { createHook } from 'node:async_hooks'

/** Finds what keeps a process from ending, and who began it. */
export interface LeftOpen {
  /** What is open at the moment, in one text each: its kind, then a line for each place that led to it, innermost first. */
  list(): string[]
}

interface Started {
  readonly kind: string
  /** Not held: what is let go of and forgotten keeps nobody up. */
  readonly handle: WeakRef<Referable>
  readonly origin: { readonly stack?: string }
}

interface Referable {
  hasRef?(): boolean
}

/** What keeps the event loop going, as async_hooks names it, and tells its end: not only when its memory is freed. */
const kinds: ReadonlySet<string> = new Set([
  'Timeout',
  'Immediate',
  'FSEVENTWRAP',
  'MESSAGEPORT',
  'PIPEWRAP',
  'PROCESSWRAP',
  'TCPSERVERWRAP',
  'TCPWRAP',
  'UDPWRAP',
  'WORKER',
])
const FRAMES = 16
const NODE_FRAME = /\((?:node:|internal\/)|at (?:async )?node:/

/** Remembers from now on where each timer, socket, process and thread of this process was begun. */
export function watchLeftOpen(root: string): LeftOpen {
  const started = new Map<number, Started>()

  function init(id: number, kind: string, _trigger: number, handle: object): void {
    if (kinds.has(kind)) started.set(id, { kind, handle: new WeakRef(handle), origin: callerOf(init) })
  }

  createHook({
    init,
    destroy(id) {
      started.delete(id)
    },
    // Only what the event loop waits for matters, and hooks on promises slow everything down.
    trackPromises: false,
  }).enable()
  return {
    list: () => [...started.values()].filter(isWaitedFor).map((one) => asText(one, root)),
  }
}

/** The stack is made into text only when it is asked for, so this is cheap. */
function callerOf(hook: (...event: never[]) => void): Started['origin'] {
  const origin = {}
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = FRAMES
  Error.captureStackTrace(origin, hook)
  Error.stackTraceLimit = limit
  return origin
}

function isWaitedFor({ handle }: Started): boolean {
  const found = handle.deref()
  return found !== undefined && (found.hasRef?.() ?? true) && !isOwnOutput(found)
}

/** The way to whoever reads this process's output, when that is a pipe. */
function isOwnOutput(handle: Referable): boolean {
  return [process.stdout, process.stderr].some((stream) => '_handle' in stream && stream._handle === handle)
}

/** Without the frames of packages, unless there are no others. */
function asText({ kind, origin }: Started, root: string): string {
  const frames = (origin.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const external = frames.filter((frame) => !NODE_FRAME.test(frame))
  const own = external.filter((frame) => !frame.includes('node_modules'))
  const shown = own.length > 0 ? own : external.length > 0 ? external : frames
  return [kind, ...shown.map((frame) => shortened(frame, root))].join('\n')
}

function shortened(frame: string, root: string): string {
  return frame.replaceAll('file://', '').replaceAll(`${root}/`, '')
}
