import type { TopicsAbout } from '#gateway/documents/asyncapi/document.ts'

/** What the documents are told of the topics. */
export const someTopics: TopicsAbout = {
  topicPrefix: '',
  retention: { workMs: 86_400_000, eventMs: 3 * 86_400_000 },
  partitions: 12,
  replication: 3,
}
