import { openNetworkNamespace } from '#stages/render/adapters/network-sandbox/namespace.ts'
import { skipLoudly } from '#test/support/skips.ts'

/** Skips the suite loudly where the system gives no network namespaces, as containers often do not. */
export async function requireNetworkSandbox(context: Mocha.Context): Promise<void> {
  try {
    const namespace = await openNetworkNamespace(20_000)
    await namespace.close()
  } catch (error) {
    skipLoudly(context, `no network namespace can be made: ${(error as Error).message}`)
  }
}
