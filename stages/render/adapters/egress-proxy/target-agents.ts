import { Agent } from 'node:http'
import type { TargetConnections } from './target-connections.ts'

/** How plain requests get their connections, all of them from `Targets`. */
export interface TargetAgents {
  /** Connections are kept for the next request to the same host and port, `idleMs` at most. */
  readonly keepAliveAgent: Agent
  /** Each request has a new connection. */
  readonly singleUseAgent: Agent
  close(): void
}

export function makeTargetAgents(connections: TargetConnections, idleMs: number): TargetAgents {
  const keepAliveAgent = connectThrough(connections, new Agent({ keepAlive: true, timeout: idleMs }))
  const singleUseAgent = connectThrough(connections, new Agent({ keepAlive: false }))
  return {
    keepAliveAgent,
    singleUseAgent,
    close() {
      keepAliveAgent.destroy()
      singleUseAgent.destroy()
    },
  }
}

function connectThrough(connections: TargetConnections, agent: Agent): Agent {
  agent.createConnection = ({ host, port }, callback) => {
    connections.connect({ host: String(host), port: Number(port) }).then(
      (socket) => callback?.(null, socket),
      // Node ignores the second argument when there is an error.
      (error: Error) => callback?.(error, null as never),
    )
    return undefined
  }
  return agent
}
