import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { unavailable } from '#shared/errors.ts'
import { makeNotifier } from '#stages/batch/notifier.ts'
import type { Answer, Command } from '#stages/batch/shards/commands.ts'
import type { RunnerParts } from '#stages/batch/shards/runner/runner-parts.ts'
import type { ShardStore } from '#stages/batch/shards/shard-store.ts'
import { memoryShardLogs } from '#test/contract/shards/memory-shard-logs.ts'
import { errorLog } from '#test/support/silent-log.ts'

const known: Answer = { position: 1, wasAdded: [], isKnown: true }

/**
 * The parts of a runner on this store, with logs in memory, whose inputs nobody applies: what is sent to its shard
 * (`sent`) or to any (`told`) is recorded and answered.
 */
export function fakeParts(store: ShardStore, more: Partial<RunnerParts> = {}) {
  const { log, errors } = errorLog()
  const stopping = new AbortController()
  const { signal } = stopping
  const notifier = makeNotifier()
  const sent: Command[] = []
  const told: { readonly shard: number; readonly command: Command }[] = []
  const parts: RunnerParts = {
    store,
    logs: memoryShardLogs(),
    shards: {
      async send(shard, command) {
        told.push({ shard, command })
        return known
      },
    },
    logger: log,
    pace: { endings: { appended: () => undefined, intervalMs: () => 20 }, reportsMs: 200, changesMs: 20 },
    signal,
    pagesAhead: new Map(),
    retrying: (work) => retryWhileUnavailable(work, { signal, onOtherError: (err) => log.error({ err }) }),
    async send(command) {
      sent.push(command)
      return known
    },
    changesOf: (subject) => notifier.subscribe(subject),
    ...more,
  }
  /** Ends the work, which waits for a change or a time. */
  async function stop(work: Promise<unknown>): Promise<void> {
    stopping.abort(unavailable('shard'))
    for (const subject of ['intake', 'ended', 'state']) notifier.notify(subject)
    await work.catch(() => undefined)
  }
  return { parts, errors, sent, told, notify: notifier.notify, stop }
}
