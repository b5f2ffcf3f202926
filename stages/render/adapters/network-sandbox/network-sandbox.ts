import { once } from 'node:events'
import type { Server } from 'node:net'
import type { Log } from '#shared/log.ts'
import { type NetworkNamespace, openNetworkNamespace } from './namespace.ts'

/** As the setting: `auto` is with a jail where the system lets it be. */
export type NetworkSandboxPolicy = 'on' | 'off' | 'auto'

/**
 * Where browsers run, kept there by the kernel: what the flags of a browser don't stop, or what has broken out of its page,
 * reaches the egress proxies of the service and nothing else of any network, this machine's included.
 */
export interface NetworkSandbox {
  /** Whether there is one. */
  readonly isEnabled: boolean
  /** What a program's command line begins with, so that it runs inside; nothing where there is no jail. */
  entryCommand(): Promise<readonly string[]>
  /** Makes the server listen on a free port of what is 127.0.0.1 for programs inside. */
  listen(server: Server): Promise<void>
  /** Call it when no program runs inside any more. */
  close(): Promise<void>
}

const UNSANDBOXED_WARNING =
  'browsers share the network of the service: only their flags keep them to their proxies'
/** Milliseconds for making a namespace. */
const START_TIMEOUT_MS = 10_000

/** Browsers share the network of the service, and only their flags keep them on the way through their proxies. */
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
  /** Makes a namespace within so many milliseconds. */
  readonly open?: typeof openNetworkNamespace
}

/** Rejects when there has to be a jail and the system allows none; where there only may be one, that is a warning. */
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
    logger.warn({ why: reason }, UNSANDBOXED_WARNING)
    return noNetworkSandbox
  }
}

/**
 * A namespace that is lost is followed by another, never by none. Browsers of the old one open no tab any more, and are replaced
 * for that.
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
