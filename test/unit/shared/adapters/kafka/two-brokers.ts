import { type FakeBroker, fakeBroker } from './fake-broker.ts'

/** Two brokers of one cluster, with the same metadata: both know the topics. */
export async function twoBrokers(topics: FakeBroker['topics']) {
  const first = await fakeBroker(1)
  const second = await fakeBroker(2)
  const both = [first, second]
  function setTopics(changed: FakeBroker['topics']): void {
    for (const broker of both) broker.topics = changed
  }
  for (const broker of both) broker.nodes = { 1: first.port, 2: second.port }
  setTopics(topics)
  return {
    first,
    second,
    setTopics,
    close: () => Promise.all(both.map((broker) => broker.close())),
  }
}
