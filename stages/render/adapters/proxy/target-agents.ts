import { Agent } from 'node:http'
import type { Targets } from './targets.ts'

/** How plain requests get their connections, all of them from `Targets`. */
export interface TargetAgents {
  /** Connections are kept for the next request to the same host and port, `idleMs` at most. */
  readonly kept: Agent
  /** Each request has a new connection. */
  readonly fresh: Agent
  close(): void
}

export function makeTargetAgents(targets: Targets, idleMs: number): TargetAgents {
  const kept = agentOf(targets, new Agent({ keepAlive: true, timeout: idleMs }))
  const fresh = agentOf(targets, new Agent({ keepAlive: false }))
  return {
    kept,
    fresh,
    close() {
      kept.destroy()
      fresh.destroy()
    },
  }
}

function agentOf(targets: Targets, agent: Agent): Agent {
  agent.createConnection = ({ host, port }, callback) => {
    targets.connect({ host: String(host), port: Number(port) }).then(
      (socket) => callback?.(null, socket),
      // Node ignores the second argument when there is an error.
      (error: Error) => callback?.(error, null as never),
    )
    return undefined
  }
  return agent
}
