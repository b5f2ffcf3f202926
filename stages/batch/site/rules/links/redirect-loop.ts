import { addressesWhere, isLoop, redirectsFrom } from '../addresses.ts'
import type { SiteRule } from '../site-rule.ts'

export const redirectLoop: SiteRule = {
  id: 'site-redirect-loop',
  severity: 'error',
  title: 'Redirect loops',
  why: 'The URL never loads: browsers show an error after some redirects, and search engines cannot read the page.',
  fix: 'Serve the page at one of the URLs, and redirect the others to it.',
  effort: 'hours',
  reference: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.4',
  needs: 'pages',
  decidedBy: 'response',
  *find(site) {
    const isCircle = (address: number) =>
      isLoop(site, address) || redirectsFrom(site, address).at(-1) === address
    const { isInside } = site.addresses
    for (const { url } of addressesWhere(site, (address) => isInside[address] === 1 && isCircle(address)))
      yield { url }
  },
}
