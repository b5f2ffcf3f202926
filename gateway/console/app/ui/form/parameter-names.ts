import { inWords } from '../format.ts'

/** Parameters whose names in the API are not what people call them. */
const names: Readonly<Record<string, string>> = {
  url: 'URL',
  'viewport.width': 'Viewport width',
  'viewport.height': 'Viewport height',
  'viewport.deviceScaleFactor': 'Pixels per CSS pixel',
  fullPage: 'Whole page',
  selector: 'One element (CSS selector)',
  blockAds: 'Block ads and trackers',
  blockCookieBanners: 'Remove cookie banners',
  omitBackground: 'Transparent background',
  timeout: 'Timeout (ms)',
  waitFor: 'Wait after load (ms)',
  waitUntil: 'Loaded when',
  max_images: 'Max. images',
  max_links: 'Max. links',
  fields: 'Parts of the result',
  vitals: 'Web vitals',
  compare: 'Compare with the audit before',
  render: 'Run scripts in a browser',
  details: 'Requests and elements of each tip',
}

/** What people call a parameter of the API: `fullPage` is `Whole page`; one that is not known, its name in words. */
export function parameterName(name: string): string {
  if (Object.hasOwn(names, name)) return names[name] ?? name
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('.', ' ')
  return inWords(words)
}
