import type { IsolatedWorld, PageScript } from '../../tab/isolated-world.ts'
import type { Tab } from '../../tab/tab.ts'

interface KeptStorage {
  pageprobeStored?: readonly (readonly (readonly [key: string, value: string])[])[]
}

/** Both: pages of some origins have no storage. */
const keepStorage: PageScript<null, void> = {
  main: () => {
    try {
      const areas = [localStorage, sessionStorage]
      ;(globalThis as KeptStorage).pageprobeStored = areas.map((area) => Object.entries(area))
    } catch {}
  },
}
const restoreStorage: PageScript<null, void> = {
  main: () => {
    for (const [index, entries] of ((globalThis as KeptStorage).pageprobeStored ?? []).entries()) {
      const area = index === 0 ? localStorage : sessionStorage
      area.clear()
      for (const [key, value] of entries) area.setItem(key, value)
    }
  },
}

/**
 * Remembers the cookies and the storage of the page. Returns a function that restores them, so that a later view of the page is that of a
 * visitor who has not decided yet.
 */
export async function keepState({ cdp, guard }: Tab, world: IsolatedWorld): Promise<() => Promise<void>> {
  await world.run(keepStorage, null)
  const { cookies } = await guard(cdp.send('Network.getAllCookies'))
  return async () => {
    await world.run(restoreStorage, null)
    await guard(cdp.send('Network.clearBrowserCookies'))
    if (cookies.length > 0) await guard(cdp.send('Network.setCookies', { cookies: cookies.map(toParameter) }))
  }
}

type Cookie = Awaited<ReturnType<typeof cookiesOf>>[number]
const cookiesOf = async (cdp: Tab['cdp']) => (await cdp.send('Network.getAllCookies')).cookies

/** Without the end of a session, which is no time. */
function toParameter({ size: _, session, expires, ...cookie }: Cookie) {
  return session ? cookie : { ...cookie, expires }
}
