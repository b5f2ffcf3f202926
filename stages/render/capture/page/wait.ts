/// <reference lib="dom" />

/**
 * Waits until what was changed is laid out and painted, and what waits for being seen has heard of it: observers are told by a
 * task after a frame, which a busy browser may put behind the next frame. A page that paints nothing is not waited for.
 */
export async function painted(): Promise<void> {
  const longestMs = 250
  const late = () => new Promise((resolve) => setTimeout(resolve, longestMs))
  const told = new Promise<void>((resolve) => {
    const observer = new IntersectionObserver(() => {
      observer.disconnect()
      resolve()
    })
    observer.observe(document.documentElement)
  })
  await Promise.race([told, late()])
  await Promise.race([new Promise((resolve) => requestAnimationFrame(resolve)), late()])
}

/** `promise`, or nothing after `ms`. */
export async function within(promise: Promise<unknown>, ms: number): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, ms))
  await Promise.race([promise, late]).catch(() => {})
}
