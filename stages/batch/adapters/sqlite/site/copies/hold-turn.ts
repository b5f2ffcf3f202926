/** Runs work as soon as that may run. */
export type RunInTurn = (work: () => Promise<void>) => Promise<void>

/** Waits for its turn and holds it until the returned function is called. Rejects when it cannot have it. */
export async function holdTurn(run: RunInTurn): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  run(async () => {
    held.resolve()
    await released.promise
  }).catch(held.reject)
  await held.promise
  return released.resolve
}
