type Environment = Readonly<Record<string, string | undefined>>

/** Where set-up keeps a browser that it had to download: outside the checkout. */
export function chromiumCache(env?: Environment): string

/** Path of the browser that rendering uses (CHROME_PATH first, unchecked), or null when there is none. */
export function findChromium(env?: Environment): string | null
