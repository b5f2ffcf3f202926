import { onePerCore, size, wholeNumber } from '#shared/config/setting-types.ts'

/** Settings of the extract and score stages. */
export const extractSettings = {
  WORKER_THREADS: onePerCore(
    'threads that parse or judge pages in a stage',
    'Lower it where the processes of a machine share its cores; of little use beyond the cores.',
  ),
  EXTRACT_MEMORY_MB: size(
    '512',
    wholeNumber(64, 65_536),
    'MiB at which a thread that parses pages is ended, and its page fails',
    'Lower it on a small machine; raise it when honest pages fail because of it.',
  ),
}
