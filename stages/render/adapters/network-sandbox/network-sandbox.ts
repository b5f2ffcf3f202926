import { once } from 'node:events'
import type { Server } from 'node:net'
import type { Log } from '#shared/log.ts'
import { type NetworkNamespace, openNetworkNamespace } from './namespace.ts'

/** The setting RENDER_JAIL: `auto` uses a network namespace where the system allows it. */
export type NetworkSandboxPolicy = 'on' | 'off' | 'auto'

/**
 * The network that browsers see, enforced by the kernel: traffic that Chromium's flags do not stop, and code that has taken over a
 * renderer, reach the egress proxies of the service and no other address, on this machine or elsewhere.
 */
export interface NetworkSandbox {
  /** Whether browsers run in a network namespace of their own. */
  readonly isEnabled: boolean
  /** The beginning of a command line that runs a program inside; empty without a namespace. */
  entryCommand(): Promise<readonly string[]>
  /** Makes the server listen on a free port of 127.0.0.1 as programs inside see it. */
  listen(server: Server): Promise<void>
  /** Call it when no program runs inside. */
  close(): Promise<void>
}

const UNSANDBOXED_WARNING =
  "browsers share the network of the service: only Chromium's flags keep their traffic in the egress proxies"
/** Milliseconds for the creation of a namespace. */
const START_TIMEOUT_MS = 10_000

/** Browsers share the network of the service; only Chromium's flags keep their traffic in the egress proxies. */
export const noNetworkSandbox: NetworkSandbox = {
  isEnabled: false,
  entryCommand: async () => [],
  async listen(server) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  },
  close: async () => {},
}

export interface NetworkSandboxOptions {
  readonly policy: NetworkSandboxPolicy
  readonly logger: Log
  /** Creates a namespace within so many milliseconds; for tests. */
  readonly open?: typeof openNetworkNamespace
}

/** Where the system allows no namespace: rejects with policy `on`, and logs a warning with `auto`. */
export async function openNetworkSandbox({
  policy,
  logger,
  open = openNetworkNamespace,
}: NetworkSandboxOptions): Promise<NetworkSandbox> {
  if (policy === 'off') {
    logger.warn({ reason: 'RENDER_JAIL is off' }, UNSANDBOXED_WARNING)
    return noNetworkSandbox
  }
  try {
    const sandbox = await replaceLostNamespace(() => open(START_TIMEOUT_MS))
    logger.info({}, 'browsers run in a network namespace of their own')
    return sandbox
  } catch (error) {
    const reason = (error as Error).message
    if (policy === 'on')
      throw new Error(`RENDER_JAIL is on, but there is no network namespace: ${reason}`, { cause: error })
    logger.warn({ reason }, UNSANDBOXED_WARNING)
    return noNetworkSandbox
  }
}

/**
 * Replaces a lost namespace by a new one; browsers never run without one. Browsers of the lost namespace cannot open a tab, so the
 * supervisor replaces them.
 */
async function replaceLostNamespace(open: () => Promise<NetworkNamespace>): Promise<NetworkSandbox> {
  let current = await open()
  let replacement: Promise<NetworkNamespace> | null = null

  async function replace(): Promise<NetworkNamespace> {
    try {
      current = await open()
      return current
    } finally {
      replacement = null
    }
  }
  async function liveNamespace(): Promise<NetworkNamespace> {
    if (!current.isLost()) return current
    replacement ??= replace()
    return replacement
  }

  return {
    isEnabled: true,
    entryCommand: async () => (await liveNamespace()).entryCommand,
    listen: async (server) => (await liveNamespace()).listen(server),
    async close() {
      await replacement?.catch(() => {})
      await current.close()
    },
  }
}
