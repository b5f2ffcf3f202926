import type { Config } from '#shared/config/config.ts'

/** The hosts besides loopback by which the service is known, as `canonicalHost` returns them. */
export function allowedHosts({
  PUBLIC_URL,
  ALLOWED_HOSTS,
}: Pick<Config, 'PUBLIC_URL' | 'ALLOWED_HOSTS'>): string[] {
  return PUBLIC_URL === null ? ALLOWED_HOSTS : [new URL(PUBLIC_URL).hostname, ...ALLOWED_HOSTS]
}
