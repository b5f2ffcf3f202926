import { createHook } from 'node:async_hooks'

/** Finds the handles that keep a process open, and where they were created. */
export interface LeftOpen {
  /** A text for each open handle: its kind, then the frames that created it, innermost first. */
  list(): string[]
}

interface Started {
  readonly kind: string
  /** Weak, since a forgotten and unreferenced handle keeps no process open. */
  readonly handle: WeakRef<Referable>
  readonly origin: { readonly stack?: string }
}

interface Referable {
  hasRef?(): boolean
}

/**
 * Kinds of handles (async_hooks) that keep the event loop open and report their end, not only their garbage
 * collection. An immediate ends by itself, and there are too many of them.
 */
const kinds: ReadonlySet<string> = new Set([
  'Timeout',
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

/** Records from this moment on where each timer, socket, process and thread of this process is created. */
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
    // Only handles of the event loop matter, and hooks on promises slow everything down.
    trackPromises: false,
  }).enable()
  return {
    list: () => [...started.values()].filter(isWaitedFor).map((one) => asText(one, root)),
  }
}

/** Cheap: the stack becomes text only when it is read. */
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

/** Whether the handle is the pipe that reads this process's output. */
function isOwnOutput(handle: Referable): boolean {
  return [process.stdout, process.stderr].some((stream) => '_handle' in stream && stream._handle === handle)
}

/** Formats a handle without the frames of packages, unless there are no others. */
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
