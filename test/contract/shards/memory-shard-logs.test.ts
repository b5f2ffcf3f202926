import { memoryShardLogs } from './memory-shard-logs.ts'
import { shardLogsContract } from './shard-logs.ts'

shardLogsContract('in memory', async () => {
  const logs = memoryShardLogs()
  return {
    logs,
    appendText: async (shard, text) => void logs.appendText(shard, text),
    end: async (shard, completion) => void logs.end(shard, completion),
    removeCommands: async (shard, before) => logs.removeCommands(shard, before),
    close: async () => undefined,
  }
})
