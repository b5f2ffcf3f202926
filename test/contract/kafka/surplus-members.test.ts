import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { KafkaEventLog } from '#shared/adapters/kafka/event-log.ts'
import { eventually } from '#test/contract/eventually.ts'
import { logCollector } from '#test/contract/log-collector.ts'
import { sharedKafka } from '#test/support/service/services.ts'
import { openLog } from './open-log.ts'

const HOUR = 3_600_000

describe('a group on Kafka with more members than partitions', () => {
  const kafka = sharedKafka()
  const logs: KafkaEventLog[] = []
  after(() => Promise.all(logs.map((log) => log.close())))

  it('is named by its leader, and the member without a partition says that it idles', async () => {
    const topic = `topic-${randomUUID()}`
    const lines: Record<string, unknown>[] = []
    const warn = (about: object, message: string) => void lines.push({ ...about, message })
    const member = async () => {
      const log = openLog(kafka, { instanceId: randomUUID(), log: { warn, info() {} } })
      logs.push(log)
      await log.createTopics([{ topic, retentionMs: HOUR, maxRecordBytes: 10_000, partitions: 2 }])
      lines.length = 0
      await log.subscribe('crowded', [topic], logCollector())
      return log
    }
    await member()
    await member()
    expect(lines).to.deep.equal([])
    await member()
    await eventually(() => lines.length === 2)
    const group = `${kafka.env.KAFKA_TOPIC_PREFIX}crowded`
    const all = lines.find((line) => 'members' in line)
    expect(all).to.include({ group, members: 3, partitions: 2 })
    const idle = lines.find((line) => !('members' in line))
    expect(idle).to.include({ group, partitions: 2 })
    expect(idle?.message).to.include('owns no partition').and.include('KAFKA_PARTITIONS')
  })
})
