import { formatMs } from '../../../../../ui/format.ts'

/** A part of the time of a metric. */
export interface TimePart {
  readonly name: string
  readonly ms: number
  /** Of the sum of all parts, from 0 to 1. */
  readonly share: number
}

/** What a metric is attributed to: the parts of its time, and facts such as the element. */
export interface Attribution {
  readonly parts: readonly TimePart[]
  readonly facts: readonly (readonly [name: string, value: string])[]
}

/** Parts of a metric's time, in the order in which they pass. */
const partNames: Readonly<Record<string, string>> = {
  time_to_first_byte_ms: 'Time to first byte',
  resource_load_delay_ms: 'Load delay',
  resource_load_ms: 'Load time',
  render_delay_ms: 'Render delay',
  input_delay_ms: 'Input delay',
  processing_ms: 'Processing',
  presentation_ms: 'Presentation',
}

const factNames: Readonly<Record<string, string>> = {
  target: 'Element',
  url: 'File',
  frame: 'Frame',
  event: 'Event',
  largest_shift: 'Largest shift',
  largest_shift_ms: 'At',
}

/** Divides what a metric is attributed to into the parts of its time and the other facts. Nothing is left out. */
export function attributionOf(attribution: Readonly<Record<string, string | number | null>>): Attribution {
  const timed = Object.keys(partNames).flatMap((key) => {
    const ms = attribution[key]
    return typeof ms === 'number' ? [{ name: partNames[key] ?? key, ms: Math.max(0, ms) }] : []
  })
  const sum = timed.reduce((total, { ms }) => total + ms, 0)
  const parts = timed.map((part) => ({ ...part, share: sum === 0 ? 0 : part.ms / sum }))
  const facts = Object.entries(attribution).flatMap(([key, value]) =>
    value === null || (key in partNames && typeof value === 'number')
      ? []
      : [[factNames[key] ?? key.replaceAll('_', ' '), textOf(key, value)] as const],
  )
  return { parts, facts }
}

function textOf(key: string, value: string | number): string {
  return typeof value === 'number' && key.endsWith('_ms') ? formatMs(value) : String(value)
}
