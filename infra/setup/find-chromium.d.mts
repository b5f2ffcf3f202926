type Environment = Readonly<Record<string, string | undefined>>

/** The folder outside the checkout that keeps a downloaded browser. */
export function chromiumCache(env?: Environment): string

/** Path of the browser for rendering (CHROME_PATH first, unchecked); null when there is none. */
export function findChromium(env?: Environment): string | null
