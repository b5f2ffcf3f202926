import type { Display } from '../terminal/display.ts'

/** How often it is shown; one that takes less long than that shows nothing. In milliseconds. */
const DISPLAY_INTERVAL_MS = 1000

/** Hands on the pieces of a submission, and shows how far it is until `end`. */
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
