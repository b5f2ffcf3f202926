import thirdPartyWeb from 'third-party-web/nostats-subset.js'
import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { registrableDomain } from '#shared/web/registrable-domain.ts'
import { heaviest } from './heaviest.ts'

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
