import { DEAD_LETTER, FAILED, resultTopic, workTopic } from '#shared/messages/topics.ts'
import { type AvailableOperation, parameterSchemas } from '#shared/operations/parameters.ts'
import about from '../../../package.json' with { type: 'json' }
import { messageOf } from './messages.ts'

const REQUESTS = workTopic('inspection.requested', 'batch')

const description = `CloudEvents 1.0 in the binary mode of the Kafka binding. Topics that are not named here may change.
Every request ends in exactly one distinct result or failure; fields are only ever added within a major version of a type.
Where the setting KAFKA_TOPIC_PREFIX is not empty, it stands before the name of each topic, as it does here.`

interface Channel {
  readonly topic: string
  readonly action: 'receive' | 'send'
  readonly description: string
}

/** The topics that others may use (decisions section 9). */
function channels(): Channel[] {
  const results = (Object.keys(parameterSchemas) as AvailableOperation[]).map((operation): Channel => {
    return { topic: resultTopic(operation), action: 'send', description: `Results of ${operation}.` }
  })
  return [
    { topic: REQUESTS, action: 'receive', description: 'Requests of anyone.' },
    ...results,
    { topic: FAILED, action: 'send', description: 'Inspections that ended without a result.' },
    { topic: DEAD_LETTER, action: 'send', description: 'What is no CloudEvent, or has no id.' },
  ]
}

/** The id of a channel and of its message: `result.seo-audit` is `resultSeoAudit`. */
function idOf(topic: string): string {
  return topic.replace(/[.-](\w)/g, (_, letter: string) => letter.toUpperCase())
}

function channelOf({ topic, description: about }: Channel, prefix: string): object {
  const id = idOf(topic)
  return {
    address: prefix + topic,
    description: about,
    servers: [{ $ref: '#/servers/kafka' }],
    messages: { [id]: { $ref: `#/components/messages/${id}` } },
  }
}

function operationOf({ topic, action, description: summary }: Channel): object {
  const id = idOf(topic)
  const channel = { $ref: `#/channels/${id}` }
  return { action, summary, channel, messages: [{ $ref: `#/channels/${id}/messages/${id}` }] }
}

/** The events as AsyncAPI 3.0. `topicPrefix` stands before the name of each topic. */
export function asyncApiDocument(publicUrl: string, topicPrefix: string): object {
  const all = channels()
  const byId = <T>(make: (channel: Channel) => T) =>
    Object.fromEntries(all.map((channel) => [idOf(channel.topic), make(channel)]))
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'PageProbe events',
      version: about.version,
      description,
      license: { name: about.license },
    },
    defaultContentType: 'application/json',
    servers: {
      kafka: {
        host: '{brokers}',
        protocol: 'kafka',
        description: 'The brokers that the setting KAFKA_BROKERS names. Without it the log is a file.',
        variables: { brokers: { default: 'localhost:9092' } },
      },
    },
    channels: byId((channel) => channelOf(channel, topicPrefix)),
    operations: byId(operationOf),
    components: { messages: byId(({ topic }) => messageOf(topic, publicUrl)) },
  }
}
