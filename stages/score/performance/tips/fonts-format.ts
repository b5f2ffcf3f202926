import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { filesBySize } from '../advice/items.ts'
import { kib, nameOf, plural, type Tip } from '../advice/tip.ts'
import { transferOf } from '../resources/totals.ts'

/** Saving of WOFF 2 over WOFF (W3C, WOFF 2.0 Evaluation Report: 30 % on average). */
const SHARE = 0.3

export const fontsFormat: Tip = {
  id: 'fonts-format',
  title: 'Fonts not in WOFF2',
  effort: 'low',
  when: 'a font is in another format than WOFF2',
  learnMore: 'https://web.dev/articles/reduce-webfont-size',
  find({ measurement: { requests } }) {
    const old = requests.filter(isOld)
    const [largest] = old.toSorted((one, other) => other.transferBytes - one.transferBytes)
    if (largest === undefined) return null
    const bytes = transferOf(old)
    const message = `${plural(old.length, 'font')} (${kib(bytes)}) not in WOFF2, which is about 30 % smaller than WOFF: ${nameOf(largest.url)}. Convert to WOFF2.`
    return { message, wastedBytes: Math.round(bytes * SHARE), items: filesBySize(old) }
  },
}

function isOld({ kind, mimeType, url, status, isRedirect }: LabRequest): boolean {
  const isWoff2 = /woff2/i.test(mimeType ?? '') || /\.woff2$/i.test(new URL(url).pathname)
  return kind === 'font' && status === 200 && !isRedirect && !isWoff2
}
