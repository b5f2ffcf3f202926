import type { Display } from './display.ts'

/** How often it is shown; one that takes less long than that shows nothing. In milliseconds. */
const SHOWN_EVERY_MS = 1000

/** Hands on the pieces of a submission, and shows how far it is until `end`. */
export function shownSending(
  pieces: AsyncIterable<Uint8Array | string>,
  total: number | null,
  display: Display,
) {
  let bytes = 0
  let isAll = false
  const begin = performance.now()
  const timer = setInterval(() => {
    display.sending({ bytes, total, isAll, seconds: (performance.now() - begin) / 1000 })
  }, SHOWN_EVERY_MS)

  async function* counted(): AsyncGenerator<Uint8Array | string> {
    for await (const piece of pieces) {
      yield piece
      bytes += piece.length
    }
    isAll = true
  }
  return { pieces: counted(), end: () => clearInterval(timer) }
}
