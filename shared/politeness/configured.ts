import type { Config } from '#shared/config.ts'
import type { Egress } from '#shared/egress/egress.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { makeAddressLimit, unlimited } from './address-limit.ts'
import { addressBy } from './address-of.ts'
import type { HostTurns } from './host-turns.ts'
import { makePoliteUnits, type PoliteUnits } from './polite-units.ts'
import { makeHostTurns } from './store-host-turns.ts'

/**
 * The manners of the batch lane as the settings have them. `egress` is the one that requests go through: it tells where
 * they go.
 */
export function configuredTurns(
  store: ResultStore,
  config: Config,
  egress: Egress,
): { readonly turns: HostTurns; readonly units: PoliteUnits } {
  const addressOf = addressBy(egress)
  const units = makePoliteUnits(config.BATCH_POLITE_BY, addressOf)
  // Where the address is the unit, its turns are its places.
  const isCounted = config.BATCH_ADDRESS_CONCURRENCY > 0 && config.BATCH_POLITE_BY !== 'ip'
  const limit = Math.max(config.BATCH_ADDRESS_CONCURRENCY, config.BATCH_HOST_CONCURRENCY)
  const options = { limit, delayMs: config.BATCH_ADDRESS_DELAY_MS }
  const addresses = isCounted ? makeAddressLimit(store, options, addressOf) : unlimited
  return { turns: makeHostTurns(store, config, { units, addresses }), units }
}
