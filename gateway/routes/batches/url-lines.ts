const CHUNK_LENGTH = 65_536
/** Line of an item that cannot be serialized: the batch component rejects it as invalid JSON. */
const UNREADABLE = '{'

/** Serializes a value that was parsed from JSON; null when it is nested too deeply for that. */
export function jsonText(value: unknown): string | null {
  try {
    return JSON.stringify(value)
  } catch {
    return null
  }
}

/** Writes a list of URLs as lines: line n is item n, also when the item is not a URL. */
export async function* urlLines(urls: readonly unknown[]): AsyncGenerator<Uint8Array> {
  let lines = ''
  for (const url of urls) {
    lines += `${jsonText(url) ?? UNREADABLE}\n`
    if (lines.length < CHUNK_LENGTH) continue
    yield Buffer.from(lines)
    lines = ''
  }
  yield Buffer.from(lines)
}
