import { endTopics } from '#shared/messages/consumer-groups.ts'
import { isInUse } from '../../adapters/sqlite/file-use.ts'
import { type FileOptions, frontierPath, openFrontierFile } from '../file/open-file.ts'
import { consumeInto, type FileWork, startFileWork } from '../file/start-file-work.ts'
import { consumeWhileUnfinished } from './consume-while-unfinished.ts'
import type { FormerBatches } from './with-former.ts'

export type FormerOptions = FileOptions & Pick<FileWork, 'lookups' | 'secret'>

/**
 * Starts the former frontier, the one in one file from before there were shards: its batches go on, and deferred requests that
 * it has. It gets nothing new. Null when nothing is left in the file, which may then be removed, or there is none.
 */
export async function startFormerFrontier(options: FormerOptions): Promise<FormerBatches | null> {
  const { runtime, folder, openDatabase } = options
  const path = frontierPath(folder)
  const isUsed = isInUse(path, openDatabase)
  if (isUsed === false)
    runtime.logger.info({ path }, 'all batches of the former frontier are gone: its file may be removed')
  if (!isUsed) return null
  const file = await openFrontierFile(options)
  const consume = () => consumeInto(file, runtime, endTopics)
  return startFileWork({
    ...options,
    file,
    consume: () => consumeWhileUnfinished({ isUnfinished: file.isUnfinished, consume }),
  })
}
