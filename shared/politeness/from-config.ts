import type { Config } from '#shared/config/config.ts'
import type { Egress } from '#shared/egress/egress.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { makeAddressLimit, makeAddressLookup, noAddressLimit } from './address-limit.ts'
import { type HostGroups, makeHostGroups } from './host-groups.ts'
import { makeHostRateLimiter, type StoreRateLimiter } from './store-host-rate-limiter.ts'

/**
 * The politeness of the batch lane from the settings. `egress` is the policy of the stage's requests: it decides to which
 * address they go.
 */
export function politenessFromConfig(
  store: ResultStore,
  config: Config,
  egress: Egress,
): { readonly turns: StoreRateLimiter; readonly units: HostGroups } {
  const addressOf = makeAddressLookup(egress)
  const hostGroups = makeHostGroups(config.BATCH_POLITE_BY, addressOf)
  // With `BATCH_POLITE_BY=ip` a group is an address, and its permits already limit the requests to it.
  const isCounted = config.BATCH_ADDRESS_CONCURRENCY > 0 && config.BATCH_POLITE_BY !== 'ip'
  const limit = Math.max(config.BATCH_ADDRESS_CONCURRENCY, config.BATCH_HOST_CONCURRENCY)
  const addressLimit = isCounted ? makeAddressLimit(store, limit, addressOf) : noAddressLimit
  return { turns: makeHostRateLimiter(store, config, { hostGroups, addressLimit }), units: hostGroups }
}
