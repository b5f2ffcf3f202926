/** The body of `GET /readyz`. */
export interface Readiness {
  readonly status: 'ready' | 'degraded' | 'unavailable'
  readonly missing: readonly string[]
  readonly behind: readonly string[]
  readonly reasons?: Readonly<Record<string, string>>
  readonly walls_off?: readonly string[]
}

/** A part of the service in words. */
export interface PartState {
  readonly part: string
  readonly meaning: 'good' | 'warn' | 'bad'
  readonly state: string
  /** What it means for those who use the service; empty while all is well. */
  readonly effect: string
  /** What a person can do; empty while all is well. */
  readonly remedy: string
}

/** What a missing part means. */
interface Missing {
  readonly part: string
  readonly meaning: 'warn' | 'bad'
  readonly effect: string
  readonly remedy: string
}

const missingParts: Readonly<Record<string, Missing>> = {
  log: {
    part: 'Event log',
    meaning: 'bad',
    effect: 'No inspection can start. Accepted work is not lost: it goes on when the log is back.',
    remedy: 'Check whether Kafka is up (KAFKA_BROKERS), or with the embedded log the disk of DATA_DIR.',
  },
  store: {
    part: 'Store of keys and results',
    meaning: 'bad',
    effect: 'No call that needs a key works.',
    remedy: 'Check whether Redis is up (REDIS_URL), or with the embedded store the disk of DATA_DIR.',
  },
  lookups: {
    part: 'Look-ups (fetch stage)',
    meaning: 'bad',
    effect: 'No inspection can start: no URL can be checked.',
    remedy: 'Start a fetch stage, or check its log.',
  },
  objects: {
    part: 'Object store',
    meaning: 'warn',
    effect: 'Snapshots, and pages whose bodies are large, are not possible. Everything else works.',
    remedy: 'Check whether the object store is up, and whether its disk has room.',
  },
  batches: {
    part: 'Batches',
    meaning: 'warn',
    effect: 'Batches cannot be made, read or changed. Single inspections work.',
    remedy: 'Start the batch part, or check its log.',
  },
  browser: {
    part: 'Browser',
    meaning: 'warn',
    effect: 'Snapshots and performance measurements are not possible. Metadata and SEO audits go on.',
    remedy: 'Install Chromium, or set CHROME_PATH, then start the render stage again.',
  },
}

/** What browsers may run without. */
const isolation: ReadonlyMap<string, string> = new Map([
  ['sandbox', "the browser's own sandbox"],
  ['jail', 'the network namespace that keeps them from other networks'],
])

/** The state of the whole service in a sentence. */
export function headlineOf({
  status,
  missing,
  behind,
  walls_off = [],
}: Readiness): Pick<PartState, 'meaning' | 'state'> {
  if (status === 'unavailable')
    return { meaning: 'bad', state: 'The service accepts no inspections at present' }
  if (status === 'ready' && walls_off.length === 0) return { meaning: 'good', state: 'Everything works' }
  if (status === 'ready')
    return { meaning: 'warn', state: 'Everything works, but browsers run with less isolation' }
  if (missing.includes('browser'))
    return { meaning: 'warn', state: 'Snapshots are not possible: the browser is not available' }
  if (missing.length > 0)
    return { meaning: 'warn', state: 'The service works, except for a part that is unavailable' }
  const stages = behind.length === 1 ? 'a stage lags' : `${behind.length} stages lag`
  return { meaning: 'warn', state: `The service works, but ${stages}` }
}

/** Each part of the service: what is missing first, then what lags, what is not isolated, and what works. */
export function partsOf(readiness: Readiness): PartState[] {
  const { missing, behind, reasons = {}, walls_off = [] } = readiness
  const starting =
    readiness.status === 'unavailable' && !missing.some((name) => missingParts[name]?.meaning === 'bad')
  const works = Object.entries(missingParts).filter(([name]) => !missing.includes(name))
  return [
    ...(starting ? [startingPart] : []),
    ...missing.map((name) => missingPart(name, reasons[name])),
    ...behind.map(laggingPart),
    ...walls_off.map(openPart),
    ...works.map(
      ([, { part }]): PartState => ({ part, meaning: 'good', state: 'Works', effect: '', remedy: '' }),
    ),
  ]
}

const startingPart: PartState = {
  part: 'Start of the service',
  meaning: 'warn',
  state: 'Not finished',
  effect: 'The service starts: it accepts inspections in a moment.',
  remedy: 'Wait some seconds. If this stays, check the log of the service.',
}

/** `reason` is a sentence of the part that reports it. */
function missingPart(name: string, reason: string | undefined): PartState {
  const known = Object.hasOwn(missingParts, name) ? missingParts[name] : undefined
  const state = reason === undefined ? 'Does not respond' : `Not available: ${reason}`
  if (known !== undefined) return { ...known, state }
  return { part: name, meaning: 'warn', state, effect: 'What needs this part fails.', remedy: LOOK }
}

const LOOK = 'Look into the log of the service.'

/** A lagging lane is named `<stage>` or `<stage>.batch`. */
function laggingPart(name: string): PartState {
  const [stage = name, lane] = name.split('.')
  return {
    part: `Stage ${stage}`,
    meaning: 'warn',
    state: lane === undefined ? 'Has work and finishes none' : 'Has work of batches and finishes none',
    effect: lane === undefined ? 'Inspections that need it finish late or time out.' : 'Batches are stalled.',
    remedy: `Check whether a process of the stage ${stage} runs; start another one if it is overloaded.`,
  }
}

function openPart(name: string): PartState {
  return {
    part: 'Isolation of browsers',
    meaning: 'warn',
    state: `Browsers run without ${isolation.get(name) ?? name}`,
    effect: 'Inspections work. A page that takes over the browser has one barrier less before it.',
    remedy:
      'Allow user namespaces on that machine, or run the render stage as root, then start it again. CHROME_SANDBOX=on and RENDER_JAIL=on refuse browsers without isolation.',
  }
}
