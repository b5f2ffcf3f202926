import thirdPartyWeb from 'third-party-web/nostats-subset.js'
import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { registrableDomain } from '#shared/web/registrable-domain.ts'

/** Bytes in units of 1,024, with one decimal (`infra/docs/clients.md#resources`). */
export function kilobytes(bytes: number): number {
  return Math.round((bytes / 1024) * 10) / 10
}

interface Totals {
  readonly transfer_kb: number
  readonly decoded_kb: number
}

/** Totals of requests. */
export function totalsOf(requests: readonly LabRequest[]): Totals {
  return {
    transfer_kb: kilobytes(transferOf(requests)),
    decoded_kb: kilobytes(requests.reduce((sum, { decodedBytes }) => sum + decodedBytes, 0)),
  }
}

/** Bytes on the wire. */
export function transferOf(requests: readonly LabRequest[]): number {
  return requests.reduce((sum, { transferBytes }) => sum + transferBytes, 0)
}

interface Figures {
  readonly requests: number
  readonly transfer_kb: number
}

/** The groups with the most transferred bytes, at most `most`; groups with equal bytes are sorted by name. */
export function heaviest(
  requests: readonly LabRequest[],
  nameOf: (request: LabRequest) => string,
  most: number,
): [name: string, figures: Figures][] {
  return [...Map.groupBy(requests, nameOf)]
    .map(([name, own]) => ({ name, count: own.length, bytes: transferOf(own) }))
    .toSorted((one, other) => other.bytes - one.bytes || (one.name < other.name ? -1 : 1))
    .slice(0, most)
    .map(({ name, count, bytes }) => [name, { requests: count, transfer_kb: kilobytes(bytes) }])
}

/** Requests by first party and third party. */
export interface Parties {
  readonly first: readonly LabRequest[]
  readonly third: readonly LabRequest[]
}

/** First party: the same registrable domain as the page; private suffixes such as github.io count as suffixes. */
export function partiesOf(requests: readonly LabRequest[], pageUrl: string): Parties {
  const own = registrableDomain(new URL(pageUrl).hostname)
  const isOwn = ({ url }: LabRequest) => registrableDomain(new URL(url).hostname) === own
  return { first: requests.filter(isOwn), third: requests.filter((request) => !isOwn(request)) }
}

/** Known providers of third-party requests by transferred bytes, at most `most`. The names are labels only. */
export function entitiesOf(third: readonly LabRequest[], most: number) {
  const named = third.filter(({ url }) => thirdPartyWeb.getEntity(url) !== undefined)
  return heaviest(named, ({ url }) => thirdPartyWeb.getEntity(url)?.name ?? '', most).map(
    ([name, figures]) => ({
      name,
      ...figures,
    }),
  )
}

/** Providers of third-party requests by transferred bytes, at most `most`; hosts where the provider is unknown. */
export function providersOf(third: readonly LabRequest[], most: number): string[] {
  const providerOf = ({ url }: LabRequest) => thirdPartyWeb.getEntity(url)?.name ?? new URL(url).host
  return heaviest(third, providerOf, most).map(([name, { transfer_kb }]) => `${name} (${transfer_kb} KiB)`)
}
