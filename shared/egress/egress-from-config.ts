import type { Config } from '#shared/config/config.ts'
import { type Egress, makeEgress, ownAddresses } from '#shared/egress/egress.ts'

/** The egress policy of the settings, the same for the HTTP client and the browsers. */
export function egressFromConfig(config: Config): Egress {
  return makeEgress({
    rules: {
      allow: config.EGRESS_ALLOW,
      ports: config.EGRESS_PORTS,
      hosts: config.EGRESS_HOSTS,
      ownAddresses: ownAddresses(),
    },
    // Limits per address require that requests to a name go to the counted address.
    hasStableOrder: config.BATCH_POLITE_BY === 'ip' || config.BATCH_ADDRESS_CONCURRENCY > 0,
  })
}
