/** A value of the Prometheus text format, with its labels. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** Characters of an answer that are read, and samples that are kept. */
const MAX_CHARACTERS = 2_000_000
const MAX_SAMPLES = 1000

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)(?:\s+-?\d+)?\s*$/
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g

/**
 * The samples with these names (Prometheus text format 0.0.4). Other lines, broken ones and values that are no finite number are
 * left out; no more than 1,000 samples of the first two million characters.
 */
export function samplesOf(text: string, names: ReadonlySet<string>): Sample[] {
  const samples: Sample[] = []
  for (const line of text.slice(0, MAX_CHARACTERS).split('\n')) {
    if (samples.length === MAX_SAMPLES) break
    const [, name = '', labels = '', number = ''] = names.has(nameOf(line)) ? (LINE.exec(line) ?? []) : []
    const value = Number(number)
    if (name !== '' && Number.isFinite(value)) samples.push({ name, labels: labelsOf(labels), value })
  }
  return samples
}

/** The name at the start of a line, before labels or the value. */
function nameOf(line: string): string {
  const end = line.search(/[{\s]/)
  return end < 0 ? '' : line.slice(0, end)
}

function labelsOf(text: string): Record<string, string> {
  const labels = [...text.matchAll(LABEL)].map(([, name = '', value = '']) => [name, unescaped(value)])
  return Object.fromEntries(labels) as Record<string, string>
}

/** `\\`, `\"` and `\n` are escaped in a label value. */
function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character))
}
