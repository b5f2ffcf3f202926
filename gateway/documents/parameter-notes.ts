import { metadataGroups } from '#shared/operations/metadata.ts'
import { auditGroups } from '#shared/operations/seo-audit.ts'

/** Meaning of each parameter, the same in all operations (infra/docs/clients.md#parameters). */
const meanings: Readonly<Record<string, string>> = {
  url: 'Page to inspect: an http or https URL without credentials that resolves to a public IP address.',
  device: 'Device whose viewport and user agent are used.',
  viewport: 'Custom viewport; ignored when `device` is given.',
  fullPage:
    'Capture the whole scrollable page. What stays in view while it scrolls is there once, at the top or the end. Above 16,383 device pixels it fails with `format` webp.',
  selector: 'Capture only the first element that this CSS selector matches; wins over `fullPage`.',
  locate:
    'CSS selectors whose positions in the image the result reports, as `located`. One that matches nothing, or is no selector, has no match.',
  blockAds: 'Block ads, trackers, analytics, tag managers and social pixels.',
  blockCookieBanners: 'Detect and remove cookie consent banners.',
  format:
    'Output format. When it is not given, an image that webp cannot hold (above 16,383 device pixels) is a jpeg; `format` of the result tells.',
  quality: 'Number, or low = 60, medium = 80, high = 95. Ignored for png.',
  omitBackground: 'Transparent background; png only.',
  timeout: 'Navigation timeout in ms.',
  waitFor: 'Wait in ms after load before capture.',
  waitUntil:
    'When navigation counts as complete: the load event, DOMContentLoaded, or no (0) or at most two (2) network connections for 500 ms.',
  details: 'Add the requests, and the files and elements of each tip, as `details`.',
  fields: 'Groups to include, separated by commas.',
  max_images: 'Cap on images returned.',
  max_links: 'Cap on links returned.',
  vitals: 'Web Vitals mode.',
  compare: 'Compare with the previous audit; fills `diff`.',
}

/** Parameters that are comma lists, with their tokens, by `operation.parameter`. */
const lists: Readonly<Record<string, readonly string[]>> = {
  'metadata.fields': metadataGroups,
  'seo-audit.fields': auditGroups,
}

/** The meaning of a parameter. Throws for a parameter without a description: each must have one. */
export function meaningOf(parameter: string): string {
  const meaning = meanings[parameter]
  if (meaning === undefined) throw new Error(`the parameter ${parameter} has no description`)
  return meaning
}

/** The tokens of a comma list; null when the parameter is not one. */
export function tokensOf(operation: string, parameter: string): readonly string[] | null {
  return lists[`${operation}.${parameter}`] ?? null
}
