import type { TopicsAbout } from '#gateway/documents/asyncapi/document.ts'

/** The settings of the topics that the documents describe. */
export const someTopics: TopicsAbout = {
  topicPrefix: '',
  eventMs: 3 * 86_400_000,
  partitions: { interactive: 24, batch: 48, result: 12, internal: 6 },
  replication: 3,
}
