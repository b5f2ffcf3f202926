/** Whether a URL has the scheme `data:`. */
export function isDataUrl(url: string): boolean {
  return /^data:/i.test(url)
}

/** Maximum number of candidates that are read of one attribute. */
const maxCandidates = 50

function weightOf(descriptor: string): number {
  const number = Number.parseFloat(descriptor)
  if (!(number > 0)) return 1
  return descriptor.endsWith('w') ? number : number * 1_000
}

/**
 * URL of the largest image of a srcset (HTML Standard, 4.8.4.2.2); null when it names none. `data:` URLs are
 * skipped. A URL may contain commas, but neither begin nor end with one.
 */
export function largestCandidate(srcset: string): string | null {
  let best: { url: string; weight: number } | null = null
  for (const { url, weight } of candidates(srcset)) {
    if (url !== '' && !isDataUrl(url) && (best === null || weight > best.weight)) best = { url, weight }
  }
  return best?.url ?? null
}

function* candidates(srcset: string): Generator<{ url: string; weight: number }> {
  const address = /[\t\n\f\r ,]*([^\t\n\f\r ]+)/y
  const descriptor = /[^,]*(?:,|$)/y
  for (let count = 0; count < maxCandidates; count++) {
    const written = address.exec(srcset)?.[1]
    if (written === undefined) return
    const url = written.replace(/,+$/, '')
    descriptor.lastIndex = address.lastIndex
    const words = url === written ? (descriptor.exec(srcset)?.[0] ?? '') : ''
    address.lastIndex += words.length
    yield { url, weight: weightOf(words.replace(/,$/, '').trim()) }
  }
}
