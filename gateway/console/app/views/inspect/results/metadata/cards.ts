import type { MetadataResult } from '#shared/operations/results/metadata-result.ts'

/** What a card of a social network shows of a page. */
export interface Card {
  readonly title: string
  readonly description: string
  readonly image: string | null
  /** Host of the page, as the card names it. */
  readonly host: string
  /** `large`: the picture above the text; `small`: a square picture beside it. */
  readonly layout: 'large' | 'small'
}

/** The card of networks that read Open Graph: what a page does not say there is taken from its title and description. */
export function openGraphCard(result: MetadataResult): Card {
  const { og } = result
  return {
    title: og?.title ?? result.title ?? '',
    description: og?.description ?? result.description ?? '',
    image: og?.image ?? null,
    host: hostOf(og?.url ?? result.final_url),
    layout: 'large',
  }
}

/** The card of X: its own tags, then those of Open Graph. Without `twitter:card` it is a small one. */
export function socialCard(result: MetadataResult): Card {
  const { twitter } = result
  const general = openGraphCard(result)
  return {
    title: twitter?.title ?? general.title,
    description: twitter?.description ?? general.description,
    image: twitter?.image ?? general.image,
    host: hostOf(result.final_url),
    layout: twitter?.card === 'summary_large_image' ? 'large' : 'small',
  }
}

/** The host without `www.`; '' for what is no address. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host.replace(/^www\./, '') ?? ''
}

/** The address as a search result shows it: the origin, then the parts of the path. */
export function breadcrumb(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null) return url
  const parts = parsed.pathname.split('/').filter(Boolean).map(decodedPart)
  return [parsed.origin, ...parts].join(' › ')
}

function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
