/** Like `step`, but null when that takes longer than `ms`. A late rejection is nobody's. */
export async function withTimeoutOrNull<T>(step: Promise<T>, ms: number): Promise<T | null> {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(late.resolve, ms, null)
  try {
    return await Promise.race([step, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
