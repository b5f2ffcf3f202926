import type { AclEntry } from 'kafkajs'
import { assertAccepted, errorOf, errorType } from '../protocol/kafka-error.ts'

export type AdminApi = 'CreateTopics' | 'DescribeConfigs' | 'CreateAcls'

/** Sends a request of kafkajs's definition and returns the decoded answer with its error codes. */
type SendRequest = <Answer>(api: AdminApi, options: object) => Promise<Answer>

/** A topic to create, named as on the broker. */
export interface WantedTopic {
  readonly topic: string
  readonly numPartitions: number
  readonly replicationFactor: number
  readonly configEntries: readonly { readonly name: string; readonly value: string }[]
  /** Values of settings that a topic which exists may have as well. */
  readonly alsoRight?: Readonly<Record<string, string>>
}

/** The requests that set a cluster up. */
export interface AdminRequests {
  /** Resolves when the topics exist, whoever has created them. Rejects with the first error of a topic. */
  createTopics(topics: readonly WantedTopic[], timeoutMs: number): Promise<void>
  /** The value of each setting that `topics` name, by topic and name. */
  topicSettings(topics: readonly WantedTopic[]): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>>
  /** Grants the rights; those that are granted already stay. */
  createAcls(rights: readonly AclEntry[]): Promise<void>
}

interface CreateAnswer {
  readonly topicErrors: readonly { readonly topic: string; readonly errorCode: number }[]
}
interface ConfigsAnswer {
  readonly resources: readonly {
    readonly errorCode: number
    readonly resourceName: string
    readonly configEntries: readonly { readonly configName: string; readonly configValue: string }[]
  }[]
}
interface AclsAnswer {
  readonly creationResponses: readonly { readonly errorCode: number }[]
}

/** Kafka protocol, "DescribeConfigs Request": the resource type of topics. */
const TOPIC = 2

/** The requests to set a cluster up, of a broker to which `send` sends. */
export function adminRequests(send: SendRequest): AdminRequests {
  return {
    async createTopics(topics, timeout) {
      const { topicErrors } = await send<CreateAnswer>('CreateTopics', { topics, timeout })
      for (const { topic, errorCode } of topicErrors) {
        const cause = errorOf(errorCode)
        if (cause === null || errorType(cause) === 'TOPIC_ALREADY_EXISTS') continue
        throw new Error(`The topic ${topic} cannot be created: ${cause.message}`, { cause })
      }
    },
    async topicSettings(topics) {
      const resources = topics.map(({ topic, configEntries }) => {
        return { type: TOPIC, name: topic, configNames: configEntries.map(({ name }) => name) }
      })
      return settingsOf(await send<ConfigsAnswer>('DescribeConfigs', { resources, includeSynonyms: false }))
    },
    async createAcls(creations) {
      const { creationResponses } = await send<AclsAnswer>('CreateAcls', { creations })
      for (const { errorCode } of creationResponses) assertAccepted(errorCode)
    },
  }
}

/** Throws the first error of a topic. */
function settingsOf({ resources }: ConfigsAnswer) {
  return new Map(
    resources.map(({ errorCode, resourceName, configEntries }) => {
      assertAccepted(errorCode)
      return [resourceName, new Map(configEntries.map((one) => [one.configName, one.configValue]))]
    }),
  )
}
