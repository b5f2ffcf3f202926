import type { GrpcServer } from '#shared/rpc/server.ts'
import { startBatchesServer } from '#stages/batch/batches-server.ts'
import type { Answer } from '#stages/batch/shards/commands.ts'
import type { LocalShards } from '#stages/batch/shards/rpc/local-shards.ts'
import { emptyBatchesScript } from '#test/contract/batches.ts'
import { secret } from '#test/support/parts-secret.ts'

/** Number of shards. */
export const COUNT = 4

export const someAnswer: Answer = { position: 2 ** 40, wasAdded: [true, false], isKnown: true }

/** The bytes of these texts, each a piece. */
export async function* bytesOf(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

/** Four shards, all owned here unless the script says otherwise. */
export function localShards(script: Partial<LocalShards> = {}): LocalShards {
  return {
    count: COUNT,
    owns: () => true,
    send: async () => someAnswer,
    ask: async () => null as never,
    report: async () => null,
    pages: async () => null,
    copy: () => bytesOf(),
    ...script,
  }
}

/** The server of a batch part with these shards, and what it logs. */
export async function serveLocal(
  script: Partial<LocalShards> = {},
  listen = '127.0.0.1:0',
): Promise<GrpcServer & { readonly errors: readonly object[] }> {
  const errors: object[] = []
  const server = await startBatchesServer({
    secret,
    listen,
    batches: emptyBatchesScript(),
    shards: localShards(script),
    log: { error: (fields) => void errors.push(fields), warn: () => undefined },
  })
  return { ...server, errors }
}

/** A promise that is never settled. */
export const never = () => new Promise<never>(() => {})

export async function textOf(pieces: AsyncIterable<Uint8Array> | null): Promise<string> {
  const read: Uint8Array[] = []
  for await (const piece of pieces ?? []) read.push(piece)
  return Buffer.concat(read).toString()
}
