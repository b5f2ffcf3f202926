import { expect } from 'chai'
import type { ConsoleTab } from './console-tab.ts'

/** Expects that axe finds nothing in either colour scheme. Leaves the light one. */
export async function expectAccessible(tab: ConsoleTab): Promise<void> {
  for (const scheme of ['dark', 'light']) {
    await tab.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
    expect(await tab.axe(), scheme).to.deep.equal([])
  }
}

/** Expects that the tab asked nobody but the service at `url`, put no key into an address, and reported nothing. */
export function expectContained({ key, requests, complaints }: ConsoleTab, url: string): void {
  const outside = requests.filter((one) => !one.startsWith(`${url}/`) && !/^(data|blob):/.test(one))
  expect(outside).to.deep.equal([])
  if (key !== null) expect(requests.filter((one) => one.includes(key))).to.deep.equal([])
  expect(complaints).to.deep.equal([])
}
