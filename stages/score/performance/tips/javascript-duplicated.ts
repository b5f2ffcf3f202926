import type { LabDuplicate } from '#shared/messages/payloads/lab-code.ts'
import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { itemOf } from '../advice/items.ts'
import { type SavedBytes, savedByBytes } from '../advice/saved-time.ts'
import { kib, nameOf, plural, type Tip, type TipItem } from '../advice/tip.ts'
import { filesOf, transferredBytes } from '../resources/code.ts'

/** Lighthouse, duplicated JavaScript: of one copy, and of all superfluous copies together. */
const LEAST_COPY_BYTES = 512
const LEAST_BYTES = 1024

interface Duplicate {
  readonly module: string | null
  /** Copies but the largest. */
  readonly superfluous: readonly SavedBytes[]
  readonly bytes: number
}

export const javascriptDuplicated: Tip = {
  id: 'javascript-duplicated',
  title: 'Duplicated JavaScript',
  effort: 'medium',
  when: 'scripts of the same content, or modules in several scripts (by source maps in them), transfer 1 KiB or more twice',
  learnMore: 'https://developer.chrome.com/docs/performance/insights/duplicated-javascript',
  find(facts) {
    const files = filesOf(facts.measurement, 'javascript')
    const duplicates = (facts.measurement.duplicatedCode ?? [])
      .map((duplicate) => superfluousCopies(duplicate, files))
      .filter(({ bytes }) => bytes > 0)
      .toSorted((one, other) => other.bytes - one.bytes)
    const [most] = duplicates
    const saved = savedByBytes(
      facts,
      duplicates.flatMap(({ superfluous }) => superfluous),
    )
    if (most === undefined || saved.wastedBytes < LEAST_BYTES) return null
    const message = `${plural(duplicates.length, 'script or module', 'scripts and modules')} loaded more than once, above all ${describe(most)}. Load each once, from one URL, and share modules between bundles. Saves about ${kib(saved.wastedBytes)}.`
    return { message, ...saved, items: duplicates.map(toItem) }
  },
}

function toItem({ module, superfluous, bytes }: Duplicate): TipItem {
  const text = `${module ?? 'the whole content'}, ${plural(superfluous.length, 'further copy', 'further copies')}`
  return itemOf({ url: superfluous[0]?.request.url ?? null, bytes, text })
}

function superfluousCopies(
  { module, copies }: LabDuplicate,
  files: ReadonlyMap<string, LabRequest>,
): Duplicate {
  const superfluous = copies
    .flatMap(({ url, characters }) => {
      const request = files.get(url)
      if (request === undefined) return []
      const bytes = module === null ? request.transferBytes : transferredBytes(request, characters)
      return [{ request, bytes }]
    })
    .filter(({ bytes }) => bytes >= LEAST_COPY_BYTES)
    .toSorted((one, other) => other.bytes - one.bytes)
    .slice(1)
  return { module, superfluous, bytes: superfluous.reduce((sum, { bytes }) => sum + bytes, 0) }
}

function describe({ module, superfluous, bytes }: Duplicate): string {
  const again = superfluous.map(({ request }) => nameOf(request.url))[0] ?? ''
  return `${module ?? 'the content'} of ${again} (${kib(bytes)} again)`
}
