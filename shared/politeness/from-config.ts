import type { Config } from '#shared/config/config.ts'
import type { Egress } from '#shared/egress/egress.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { makeAddressLimit, noAddressLimit } from './address-limit.ts'
import { makeAddressLookup } from './address-lookup.ts'
import { type HostGroups, makeHostGroups } from './host-groups.ts'
import type { HostRateLimiter } from './host-rate-limiter.ts'
import { makeHostRateLimiter } from './store-host-rate-limiter.ts'

/**
 * The manners of the batch lane as the settings have them. `egress` is the one that requests go through: it tells where
 * they go.
 */
export function politenessFromConfig(
  store: ResultStore,
  config: Config,
  egress: Egress,
): { readonly turns: HostRateLimiter; readonly units: HostGroups } {
  const addressOf = makeAddressLookup(egress)
  const hostGroups = makeHostGroups(config.BATCH_POLITE_BY, addressOf)
  // Where the address is the unit, its turns are its places.
  const isCounted = config.BATCH_ADDRESS_CONCURRENCY > 0 && config.BATCH_POLITE_BY !== 'ip'
  const limit = Math.max(config.BATCH_ADDRESS_CONCURRENCY, config.BATCH_HOST_CONCURRENCY)
  const options = { limit, delayMs: config.BATCH_ADDRESS_DELAY_MS }
  const addressLimit = isCounted ? makeAddressLimit(store, options, addressOf) : noAddressLimit
  return { turns: makeHostRateLimiter(store, config, { hostGroups, addressLimit }), units: hostGroups }
}
