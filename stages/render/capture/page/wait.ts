/// <reference lib="dom" />

/** Waits until what was changed is laid out and painted; a page that paints nothing is not waited for. */
export async function painted(): Promise<void> {
  const frame = () =>
    new Promise<void>((resolve) => {
      requestAnimationFrame(() => resolve())
      setTimeout(resolve, 250)
    })
  await frame()
  await frame()
}

/** `promise`, or nothing after `ms`. */
export async function within(promise: Promise<unknown>, ms: number): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, ms))
  await Promise.race([promise, late]).catch(() => {})
}
