import type { Broker } from '../connection/broker.ts'
import { type BrokerClients, openBrokerClients } from '../connection/broker-clients.ts'
import type { MetadataCache } from '../connection/cluster-metadata.ts'
import type { KafkaSettings } from '../connection/options.ts'
import { errorType } from '../protocol/kafka-error.ts'

/** The coordinators of groups: the broker that keeps the members and commits of a group. */
export type Coordinators = ReturnType<typeof openCoordinators>

/** Finds the coordinator of a group when it is first used, and again after a failure. Connects then. */
export function openCoordinators(metadata: MetadataCache, settings: KafkaSettings) {
  const clients = openBrokerClients(settings, settings.requestTimeoutMs)
  const addresses = new Map<string, Promise<string>>()

  async function find(groupId: string): Promise<string> {
    const { host, port } = await metadata.askAny((broker) => broker.findCoordinator(groupId))
    return `${host}:${port}`
  }

  return {
    /** Runs `work` with the coordinator, over these connections. Rejects if that fails; it does not retry. */
    async use<T>(
      groupId: string,
      work: (broker: Broker) => Promise<T>,
      through: BrokerClients = clients,
    ): Promise<T> {
      const address = addresses.get(groupId) ?? find(groupId)
      addresses.set(groupId, address)
      try {
        return await work(through.of(await address))
      } catch (error) {
        if (!isOfMembership(error) && addresses.get(groupId) === address) addresses.delete(groupId)
        throw error
      }
    },
    close: clients.close,
  }
}

/** What a coordinator answers to a member that must join again. Another one may be the coordinator after any other error. */
const MEMBERSHIP = new Set(['REBALANCE_IN_PROGRESS', 'ILLEGAL_GENERATION', 'UNKNOWN_MEMBER_ID'])

/** Whether the coordinator has said that the member must join again. */
export function isOfMembership(error: unknown): boolean {
  return MEMBERSHIP.has(errorType(error) ?? '')
}
