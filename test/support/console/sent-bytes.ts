/** Bytes that the console sends, compressed with Brotli: at the first load of a view, and all of it. */
export interface SentBytes {
  readonly first: number
  readonly all: number
}

/** Adds up the page and the files of the console at `base`. `requests` are those of its first load, calls of the API included. */
export async function sentBytes(base: string, requests: readonly string[]): Promise<SentBytes> {
  const first = new Set(requests.filter((url) => url === `${base}/` || url.startsWith(`${base}/assets/`)))
  const all = await withParts(first)
  return { first: await sizeOf(first), all: await sizeOf(all) }
}

/** The files and all the parts that they name, and those that these name. */
async function withParts(first: ReadonlySet<string>): Promise<Set<string>> {
  const all = new Set(first)
  for (const url of all) {
    if (!url.endsWith('.js')) continue
    const text = await (await fetch(url)).text()
    for (const [, name = ''] of text.matchAll(/["'`]\.\/([\w-]+\.(?:js|webp))["'`]/g))
      all.add(new URL(name, url).href)
  }
  return all
}

async function sizeOf(urls: Iterable<string>): Promise<number> {
  const sizes = await Promise.all([...urls].map(sizeOfOne))
  return sizes.reduce((total, size) => total + size, 0)
}

async function sizeOfOne(url: string): Promise<number> {
  const answer = await fetch(url, { method: 'HEAD', headers: { 'Accept-Encoding': 'br' } })
  const length = answer.headers.get('content-length')
  if (!answer.ok || length === null) throw new Error(`no length of ${url}: ${answer.status}`)
  return Number(length)
}
