import { grpcLookups } from '#shared/adapters/grpc/lookups.ts'
import { makeEgress } from '#shared/egress/egress.ts'
import { defaultPorts, parseAllow, parseHosts } from '#shared/egress/policy/egress-rules.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import { makeFetchFile } from '#stages/fetch/lookups/fetch-file.ts'
import { makeLookupService } from '#stages/fetch/lookups/lookup-service.ts'
import { startLookupsServer } from '#stages/fetch/lookups/server/lookups-server.ts'
import { makeRobots } from '#stages/fetch/robots/robots.ts'
import { makeRobotsGuard } from '#stages/fetch/robots/robots-guard.ts'
import { makeScanSitemap } from '#stages/fetch/sitemap/sitemap-lookups.ts'
import { secret } from '#test/support/parts-secret.ts'
import { loopbackClient, userAgent } from '../../fetch/http/loopback.ts'
import { unlimitedPermits } from '../../fetch/unlimited-permits.ts'

const maxMessageBytes = 4 * 1024 * 1024

/** The look-ups of the service, gRPC included; targets on the loopback network are allowed. */
export async function realLookups(): Promise<{ lookups: Lookups; end: () => Promise<void> }> {
  const client = loopbackClient()
  const cache = { cacheMs: 60_000, unreachableCacheMs: 60_000, cacheEntries: 100, cacheBytes: 1_000_000 }
  const robots = makeRobots({
    client,
    permits: unlimitedPermits,
    userAgent,
    ...cache,
    timeoutMs: 3000,
    maxRedirects: 5,
  })
  const gate = makeRobotsGuard(robots, 'named', 0)
  const beforeRequest = (url: string) => gate.assertAllowed(url, 'interactive')
  const handlers = makeLookupService({
    egress: makeEgress({
      rules: {
        allow: parseAllow('127.0.0.0/8:*'),
        ports: defaultPorts,
        hosts: parseHosts(''),
        ownAddresses: [],
      },
      resolve: async () => [],
      dnsCacheMs: 0,
    }),
    client,
    robots,
    describeImage: () => Promise.reject(new Error('an audit asks for no colours')),
    thumbnail: () => Promise.reject(new Error('an audit asks for no thumbnails')),
    fetchFile: makeFetchFile({ client, beforeRequest, maxBytes: 1_000_000 }),
    scanSitemap: makeScanSitemap({ client, beforeRequest, maxBytes: 1_000_000, maxWorkMs: 60_000 }),
    listSitemap: () => Promise.reject(new Error('an audit lists no sitemap')),
    beforeRequest,
    probeTimeoutMs: 2000,
  })
  const limits = { maxUrls: 10, maxMessageBytes, maxConcurrent: 100 }
  const server = await startLookupsServer({ secret, listen: '127.0.0.1:0', handlers, limits })
  const lookups = grpcLookups({ secret, addresses: server.address, maxTimeoutMs: 10_000, maxMessageBytes })
  const end = async () => {
    lookups.close()
    await server.close(0)
    await client.close()
  }
  return { lookups, end }
}
