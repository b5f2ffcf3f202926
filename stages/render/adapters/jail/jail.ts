import { once } from 'node:events'
import type { Server } from 'node:net'
import type { Log } from '#shared/log.ts'
import { type Namespace, openNamespace } from './namespace.ts'

/** As the setting: `auto` is with a jail where the system lets it be. */
export type JailPolicy = 'on' | 'off' | 'auto'

/**
 * Where browsers run, kept there by the kernel: what the flags of a browser don't stop, or what has broken out of its page,
 * reaches the egress proxies of the service and nothing else of any network, this machine's included.
 */
export interface Jail {
  /** Whether there is one. */
  readonly isOn: boolean
  /** What a program's command line begins with, so that it runs inside; nothing where there is no jail. */
  enter(): Promise<readonly string[]>
  /** Makes the server listen on a free port of what is 127.0.0.1 for programs inside. */
  listen(server: Server): Promise<void>
  /** Call it when no program runs inside any more. */
  close(): Promise<void>
}

const NO_JAIL = 'browsers share the network of the service: only their flags keep them to their proxies'
/** Milliseconds for making a namespace. */
const START_MS = 10_000

/** Browsers share the network of the service, and only their flags keep them on the way through their proxies. */
export const noJail: Jail = {
  isOn: false,
  enter: async () => [],
  async listen(server) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  },
  close: async () => {},
}

export interface JailOptions {
  readonly policy: JailPolicy
  readonly logger: Log
  /** Makes a namespace within so many milliseconds. */
  readonly open?: typeof openNamespace
}

/** Rejects when there has to be a jail and the system allows none; where there only may be one, that is a warning. */
export async function openJail({ policy, logger, open = openNamespace }: JailOptions): Promise<Jail> {
  if (policy === 'off') {
    logger.warn({ why: 'RENDER_JAIL is off' }, NO_JAIL)
    return noJail
  }
  try {
    const jail = await keepNamespace(() => open(START_MS))
    logger.info({}, 'browsers run in a network namespace of their own')
    return jail
  } catch (error) {
    const why = (error as Error).message
    if (policy === 'on')
      throw new Error(`RENDER_JAIL is on, but there is no network namespace: ${why}`, { cause: error })
    logger.warn({ why }, NO_JAIL)
    return noJail
  }
}

/**
 * A namespace that is lost is followed by another, never by none. Browsers of the old one open no tab any more, and are replaced
 * for that.
 */
async function keepNamespace(open: () => Promise<Namespace>): Promise<Jail> {
  let current = await open()
  let next: Promise<Namespace> | null = null

  async function replace(): Promise<Namespace> {
    try {
      current = await open()
      return current
    } finally {
      next = null
    }
  }
  async function inside(): Promise<Namespace> {
    if (!current.isGone()) return current
    next ??= replace()
    return next
  }

  return {
    isOn: true,
    enter: async () => (await inside()).enter,
    listen: async (server) => (await inside()).listen(server),
    async close() {
      await next?.catch(() => {})
      await current.close()
    },
  }
}
