import { availableParallelism } from 'node:os'
import { redisAddress } from '#shared/config/redis-address.ts'
import { postgresAddress } from '#shared/postgres-address.ts'
import { canonicalHost } from '#shared/web/known-hosts.ts'
import { withoutTrailingSlashes } from '#shared/web/without-trailing-slashes.ts'

/** The groups of settings, with the question that those of a group answer. */
export const settingGroups = {
  connect: 'Connect: where the services and the parts are, and who they are',
  size: 'Size: how much work and memory a process takes',
  policy: 'Policy: what is allowed, to whom, and how long it is kept',
}

export type Group = keyof typeof settingGroups

/** A setting: its default as a user would write it, its parser (throws an Error that says what is wrong), its meaning. */
export interface Setting<T> {
  readonly group: Group
  readonly fallback: string
  readonly read: (text: string) => T
  readonly meaning: string
  /** Who would change it and why. */
  readonly reason: string
  /** The default as documented, which is the same on every machine. */
  readonly documented: string
  /** Whether `NAME_FILE` may name a file that has the value of `NAME`. */
  readonly isSecret?: true
}

const settingOf =
  (group: Group) =>
  <T>(fallback: string, read: (text: string) => T, meaning: string, reason: string): Setting<T> => ({
    ...{ group, fallback, read, meaning, reason },
    documented: fallback && `\`${fallback}\``,
  })

/** Defines a setting of the services and addresses that an installation has. */
export const connect = settingOf('connect')

/** Defines a setting of how much work a process takes. */
export const size = settingOf('size')

/** Defines a setting of what is allowed, to whom and for how long. */
export const policy = settingOf('policy')

/** A secret without a default: its value, or with `_FILE` after its name a file that has it. */
export function secret<T>(read: (text: string) => T, meaning: string, reason: string): Setting<T> {
  return { ...connect('', read, meaning, reason), isSecret: true }
}

/** A number whose default is the number of cores that this process may use. */
export function onePerCore(meaning: string, reason: string): Setting<number> {
  const perCore = size(String(availableParallelism()), wholeNumber(1, 256), meaning, reason)
  return { ...perCore, documented: 'cores' }
}

/** Any text. */
export function text(value: string): string {
  return value
}

/** An optional value: the empty text is null; `read` parses any other text. */
export function optional<T>(read: (text: string) => T): (text: string) => T | null {
  return (value) => (value === '' ? null : read(value))
}

/** A whole number from `min` to `max`. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    throw new Error(`must be a whole number from ${min} to ${max}`)
  }
}

/** A share of a whole, from 0 to below 1. */
export function share(value: string): number {
  const number = /^\d(\.\d{1,6})?$|^\.\d{1,6}$/.test(value) ? Number(value) : Number.NaN
  if (number >= 0 && number < 1) return number
  throw new Error('must be a number from 0 to below 1')
}

/** true, 1, on; or false, 0, off. */
export function flag(value: string): boolean {
  if (value === 'true' || value === '1' || value === 'on') return true
  if (value === 'false' || value === '0' || value === 'off') return false
  throw new Error('must be true or false')
}

/** One of the allowed texts. */
export function choice<const T extends string>(...allowed: T[]): (text: string) => T {
  return (value) => {
    const found = allowed.find((one) => one === value)
    if (found === undefined) throw new Error(`must be one of ${allowed.join(', ')}`)
    return found
  }
}

/** An absolute URL with a host and one of the schemes; trailing slashes are removed. */
export function urlOf(...schemes: string[]): (text: string) => string {
  return (value) => {
    const url = URL.canParse(value) ? new URL(value) : null
    if (url !== null && url.hostname !== '' && schemes.includes(url.protocol.slice(0, -1))) {
      return withoutTrailingSlashes(value)
    }
    throw new Error(`must be a URL like ${schemes.map((scheme) => `${scheme}://host`).join(' or ')}`)
  }
}

/** The address of Redis, see `redisAddress`; trailing slashes are removed. */
export function redisUrl(value: string): string {
  redisAddress(value)
  return withoutTrailingSlashes(value)
}

/** The address of PostgreSQL, see `postgresAddress`. */
export function postgresUrl(value: string): string {
  postgresAddress(value)
  return value
}

/** An address to listen on: `host:port`; port 0 = any free port. */
export function listenAddress(value: string): { readonly host: string; readonly port: number } {
  const [, host, port] = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+):(\d{1,5})$/.exec(value) ?? []
  if (host === undefined || port === undefined || Number(port) > 65_535) throw new Error('must be host:port')
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

/** Web origins (RFC 6454, section 6.2) separated by commas, as browsers send them. */
export function origins(value: string): string[] {
  const entries = value.split(',').map((entry) => entry.trim())
  return entries
    .filter((entry) => entry !== '')
    .map((entry) => {
      const url = URL.canParse(entry) ? new URL(entry) : null
      if (url !== null && url.origin === entry && /^https?:$/.test(url.protocol)) return entry
      throw new Error(`must be a comma list of origins like https://app.example (wrong: "${entry}")`)
    })
}

/** Host names and addresses without a port, separated by commas; as `canonicalHost` returns them. */
export function hostNames(value: string): string[] {
  const entries = value.split(',').map((entry) => entry.trim())
  return entries
    .filter((entry) => entry !== '')
    .map((entry) => {
      const host = /^(?:\[[^\]]*\]|[^:]*)$/.test(entry) ? canonicalHost(entry) : null
      if (host !== null) return host
      throw new Error(`must be a comma list of host names (wrong: "${entry}")`)
    })
}

/** `host:port` entries separated by commas. */
export function hostPorts(value: string): string[] {
  const entries = value.split(',').map((entry) => entry.trim())
  for (const entry of entries) {
    const [, port] = /^(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+):(\d{1,5})$/.exec(entry) ?? []
    if (port === undefined || Number(port) < 1 || Number(port) > 65_535) {
      throw new Error(`must be a comma list of host:port (wrong: "${entry}")`)
    }
  }
  return entries
}

/** Printable ASCII without spaces (RFC 6750, section 2.1, allows most of it); or nothing. */
export function token(value: string): string {
  if (/^[!-~]{0,512}$/.test(value)) return value
  throw new Error('must be at most 512 printable ASCII characters without spaces')
}

/** `pp_<8 characters id>_<32 characters secret>`. */
export function apiKey(value: string): string {
  if (/^pp_[A-Za-z0-9]{8}_[A-Za-z0-9]{32}$/.test(value)) return value
  throw new Error('must look like pp_<8 letters or digits>_<32 letters or digits>')
}
