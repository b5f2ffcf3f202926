import { expect } from 'chai'
import { isUnavailable } from '#shared/errors.ts'
import { eventShardLogs } from '#stages/batch/shards/logs/event-shard-logs.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { shardLogsContract } from '#test/contract/shards/shard-logs.ts'
import { shardsOnLog } from '#test/contract/shards/shards-on-log.ts'
import { memoryLog } from '../memory-log.ts'

shardLogsContract('a log in memory', async () => {
  const log = memoryLog()
  return {
    ...shardsOnLog(log, log.events),
    removeCommands: async (shard, before) => log.remove('frontier.intake', shard, before),
    close: async () => undefined,
  }
})

describe('eventShardLogs', () => {
  const open = (log = memoryLog()) => {
    const source = { needsValue: () => false, readValue: async () => null }
    return { log, logs: eventShardLogs({ log, events: log.events, ...source }) }
  }

  it('passes over records that tell of no end', async () => {
    const { log, logs } = open()
    const ended = (value: string) => {
      return { topic: 'frontier.ended', partition: 1, key: null, value, headers: {} }
    }
    await log.append([ended('nothing'), ended('{"id":"b.1","place":null}')])
    expect(await logs.endings(1, 0)).to.deep.equal({
      endings: [{ offset: 1, id: 'b.1', place: null }],
      next: 2,
      isGone: false,
      isEnd: true,
    })
  })

  it('is unavailable for a shard that the topics have no partition of', async () => {
    const { logs } = open(memoryLog({ partitions: 2 }))
    expect(isUnavailable(await rejectionOf(logs.oldest(2)))).to.equal(true)
  })
})
