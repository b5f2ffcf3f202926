import { savedByBytes } from '../../advice/saved-time.ts'
import { type Finding, kib, nameOf, plural } from '../../advice/tip.ts'
import type { LabFacts } from '../../facts.ts'
import type { ImageWaste } from '../../resources/images.ts'

/** Finding about the savings on images in one way. */
export function imageFinding(
  facts: LabFacts,
  kind: ImageWaste['kind'],
  fault: string,
  advice: string,
): Finding | null {
  const waste = facts.imageWaste.filter((one) => one.kind === kind)
  const [largest] = waste.toSorted((one, other) => other.bytes - one.bytes)
  if (largest === undefined) return null
  const saved = savedByBytes(facts, waste)
  const message = `${plural(waste.length, 'image')} ${fault}, most of all ${nameOf(largest.request.url)}: ${advice} (about ${kib(saved.wastedBytes)} less).`
  return { message, ...saved }
}
