import { grpcShards } from '#shared/adapters/grpc/shards.ts'
import { remoteShards } from '#stages/batch/shards/rpc/remote-shards.ts'
import type { Shards } from '#stages/batch/shards/shards.ts'
import { frontierContract } from '#test/contract/frontier/frontier.ts'
import { secret } from '#test/support/parts-secret.ts'
import { localShards, serveLocal } from '../rpc/rpc-scene.ts'
import { type ConnectedOwners, openShardedFixture } from '../sharded-fixture.ts'

const OWNERS = 2

/** Each owner has every other shard, and reaches the others over gRPC alone. */
async function connectOwners({ send, ask, count }: Shards): Promise<ConnectedOwners> {
  const locals = Array.from({ length: OWNERS }, (_, owner) =>
    localShards({ count, send, ask, owns: (shard) => shard % OWNERS === owner }),
  )
  const servers = await Promise.all(locals.map((local) => serveLocal(local)))
  const ownerOf = (shard: number) => servers[shard % OWNERS]?.address ?? null
  const owners = locals.map((local) => remoteShards({ local, ownerOf, calls: grpcShards({ secret }) }))
  return {
    of: (shard) => owners[shard % OWNERS] as Shards,
    async close() {
      for (const owner of owners) owner.close()
      await Promise.all(servers.map((server) => server.close(0)))
    },
  }
}

frontierContract('2 shards of two owners', (options) =>
  openShardedFixture(options, { count: 2, isReplayed: false, connect: connectOwners }),
)
