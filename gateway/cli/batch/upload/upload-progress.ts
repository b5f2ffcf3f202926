import type { Display } from '../terminal/display.ts'

/** How often progress is shown, in milliseconds. A shorter upload shows nothing. */
const DISPLAY_INTERVAL_MS = 1000

/** Passes on the chunks of an upload and shows its progress until `end`. */
export function trackUpload(
  chunks: AsyncIterable<Uint8Array | string>,
  total: number | null,
  display: Display,
) {
  let bytes = 0
  let isAll = false
  const startedAt = performance.now()
  const timer = setInterval(() => {
    display.upload({ bytes, total, isAll, seconds: (performance.now() - startedAt) / 1000 })
  }, DISPLAY_INTERVAL_MS)

  async function* counted(): AsyncGenerator<Uint8Array | string> {
    for await (const chunk of chunks) {
      yield chunk
      bytes += chunk.length
    }
    isAll = true
  }
  return { chunks: counted(), end: () => clearInterval(timer) }
}
