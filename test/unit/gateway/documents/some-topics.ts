import type { TopicsAbout } from '#gateway/documents/asyncapi/document.ts'

/** The settings of the topics that the documents describe. */
export const someTopics: TopicsAbout = {
  topicPrefix: '',
  eventMs: 3 * 86_400_000,
  partitions: 12,
  replication: 3,
}
